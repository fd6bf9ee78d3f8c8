import type { Db } from '../../../platform/db/client.ts'
import { type EventQuery, type EventRow, eventRepository } from './event-repository.ts'

export type StoredEvent = Pick<
  EventRow,
  'block' | 'blockHash' | 'transaction' | 'logIndex' | 'at' | 'contract' | 'name' | 'accounts' | 'args' | 'isSettled'
>

export const chainHistory = (db: Db, stream: () => number | undefined) => ({
  page: async (query: EventQuery, page: { limit: number; offset: number }): Promise<{ events: StoredEvent[]; total: number }> => {
    const id = stream()
    return id === undefined ? { events: [], total: 0 } : eventRepository(db).eventPage(id, query, page)
  },
  all: async (query: EventQuery): Promise<StoredEvent[]> => {
    const id = stream()
    return id === undefined ? [] : eventRepository(db).allEvents(id, query)
  },
})
