import type { ChainDescription } from '@aerie/chain/chains'
import type { ContractAddresses } from '@aerie/chain/contracts'
import type { Part } from '@aerie/wire/server-info'
import type { PublicClient } from 'viem'

export type HostHealth = { readonly health: Part['health']; readonly detail: string }

export type StreamOrigin = { readonly key: string; readonly fromBlock: number }

export type ChainHost = {
  readonly chain: ChainDescription & { readonly isLocal: boolean }
  readonly client: PublicClient
  readonly contracts: () => ContractAddresses
  readonly origin: (isKnown: (key: string) => Promise<boolean>) => Promise<StreamOrigin>
  /** Newest final block; undefined if the node does not report one. */
  readonly safeBlock: () => Promise<number | undefined>
  /** Call before user-requested reads: the local chain mines blocks while in use. */
  readonly touch: () => void
  readonly everyMs: number
  readonly health: () => HostHealth
  readonly start: (listener: HostListener) => Promise<void>
  readonly stop: () => Promise<void>
}

export type HostListener = {
  readonly onNews: () => void
  readonly onHealth: () => void
}
