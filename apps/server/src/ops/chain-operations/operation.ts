import type { Address } from '@aerie/chain/contracts'
import type { Hex } from 'viem'

export type Step = {
  readonly title: string
  readonly call: string
  readonly to: Address | null
  readonly data: Hex
  /** Gas used on the local chain; the dry run's fallback for steps that depend on unmined ones. */
  readonly usualGas: bigint
}

/** Nonces are consecutive from `firstNonce`. */
export type Operation = {
  /** For example `admin chain deploy`. */
  readonly command: string
  readonly chainId: number
  readonly from: Address
  readonly firstNonce: number
  readonly terms: readonly (readonly [name: string, value: string])[]
  readonly steps: readonly Step[]
}

/** Operator-facing reason why a chain operation was not started or not finished. */
export class OperationFailure extends Error {
  override readonly name = 'OperationFailure'
}
