import type { ChainDescription } from '@aerie/chain/chains'
import type { ContractAddresses } from '@aerie/chain/contracts'
import type { Part } from '@aerie/wire/server-info'
import type { PublicClient } from 'viem'

export type HostHealth = { readonly health: Part['health']; readonly detail: string }

/** Where to begin reading, and under which name what is read is kept. */
export type StreamOrigin = { readonly key: string; readonly fromBlock: number }

/** A chain, ours or elsewhere: what reading it needs to know. */
export type ChainHost = {
  readonly chain: ChainDescription & { readonly isLocal: boolean }
  readonly client: PublicClient
  /** Empty while they are not known. */
  readonly contracts: () => ContractAddresses
  /** @throws ChainTrouble, or viem's errors, while it cannot be told */
  readonly origin: (isKnown: (key: string) => Promise<boolean>) => Promise<StreamOrigin>
  /** The newest block that cannot be undone; undefined where the node names none. */
  readonly safeBlock: () => Promise<number | undefined>
  /** To be called before a reading that somebody asked for: the local chain's clock goes on by blocks while it is used. */
  readonly touch: () => void
  readonly everyMs: number
  /** How the node is, and nothing of what is read of it. */
  readonly health: () => HostHealth
  readonly start: (listener: HostListener) => Promise<void>
  readonly stop: () => Promise<void>
}

export type HostListener = {
  /** There is something new to read. */
  readonly onNews: () => void
  readonly onHealth: () => void
}
