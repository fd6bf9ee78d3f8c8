import type { Db } from '../../../db/client.ts'
import { type EventQuery, type EventRow, eventRepository } from './event-repository.ts'

/** An event as it was read; `isSettled` when its block can no longer be undone. */
export type StoredEvent = Pick<
  EventRow,
  'block' | 'blockHash' | 'transaction' | 'logIndex' | 'at' | 'contract' | 'name' | 'accounts' | 'args' | 'isSettled'
>

/** What has been read of the contracts' events. Of this chain only; nothing before its first block was ever looked at. */
export const chainHistory = (db: Db, stream: () => number | undefined) => ({
  /** Newest first, with how many there are in all. */
  page: async (query: EventQuery, page: { limit: number; offset: number }): Promise<{ events: StoredEvent[]; total: number }> => {
    const id = stream()
    return id === undefined ? { events: [], total: 0 } : eventRepository(db).eventPage(id, query, page)
  },
  /** Oldest first, all of them. */
  all: async (query: EventQuery): Promise<StoredEvent[]> => {
    const id = stream()
    return id === undefined ? [] : eventRepository(db).allEvents(id, query)
  },
})
