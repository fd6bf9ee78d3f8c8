import type { Db } from '../../db/client.ts'
import { chainRepository, type EventRow } from './chain-repository.ts'

/** An event as it was read; `isSettled` when its block can no longer be undone. */
export type StoredEvent = Pick<
  EventRow,
  'block' | 'blockHash' | 'transaction' | 'logIndex' | 'at' | 'contract' | 'name' | 'accounts' | 'args' | 'isSettled'
>

type Query = {
  readonly contract: EventRow['contract']
  /** Names of the contract's events. */
  readonly names: readonly string[]
  /** Only what concerns any of these, in lower case. */
  readonly accounts?: readonly string[]
  /** Only what counts, or only what does not yet. */
  readonly isSettled?: boolean
}

export type ChainHistory = ReturnType<typeof chainHistory>

/** What has been read of the contracts' events. Of this chain only; nothing before its first block was ever looked at. */
export const chainHistory = (db: Db, stream: () => number | undefined) => ({
  /** Newest first, with how many there are in all. */
  page: async (query: Query, page: { limit: number; offset: number }): Promise<{ events: StoredEvent[]; total: number }> => {
    const id = stream()
    return id === undefined ? { events: [], total: 0 } : chainRepository(db).eventPage(id, query, page)
  },
  /** Oldest first, all of them. */
  all: async (query: Query): Promise<StoredEvent[]> => {
    const id = stream()
    return id === undefined ? [] : chainRepository(db).allEvents(id, query)
  },
})
