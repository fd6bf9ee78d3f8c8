import type { Address } from '@aerie/chain/contracts'
import type { Hex } from 'viem'

/** One transaction that an operation sends. */
export type Step = {
  /** What it does, such as `deploy AerieToken`. */
  readonly title: string
  /** The call with its arguments, decoded. */
  readonly call: string
  /** Null: it creates a contract. */
  readonly to: Address | null
  readonly data: Hex
  /** Gas that it took on the local chain: what a dry run says where a step before it has to be mined first. */
  readonly usualGas: bigint
}

/** What a command is about to send: its transactions have the nonces from `firstNonce` on, one after the other. */
export type Operation = {
  /** The words of the command, such as `admin chain deploy`. */
  readonly command: string
  readonly chainId: number
  readonly from: Address
  readonly firstNonce: number
  /** Who gets what, as lines of a name and a value. */
  readonly terms: readonly (readonly [name: string, value: string])[]
  readonly steps: readonly Step[]
}
