import { SECOND_MS } from '@aerie/core/time'
import { type TripDetail, type TripRow, tripDetail, tripsPage } from '@aerie/wire/journal/journal'
import { envelope } from '@aerie/wire/problem'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { rebuildJournal } from '../src/areas/journal/rebuild-journal.ts'
import type { TradingStage } from './trading-stage.ts'

const INSTRUMENTS = z.array(z.object({ symbol: z.string(), mark: z.nullable(z.string()) }))

/** A trader that reads the journal; every response is checked against its contract. */
export function journalTrader(stage: TradingStage, token: string) {
  const get = (path: string, as = token) => stage.call('GET', as, path)
  const post = (path: string, body: object) => stage.call('POST', token, path, body)
  const patch = (path: string, body: object, as = token) => stage.call('PATCH', as, path, body)
  const order = (clientId: string, side: 'buy' | 'sell', more: object = {}) =>
    post('/orders', { client_id: clientId, symbol: 'SOL', side, type: 'market', size: '1', ...more })
  const trips = async (query = ''): Promise<TripRow[]> => {
    const answer = await get(`/journal/trips${query}`)
    expect(answer.status).toBe(200)
    return z.parse(tripsPage, { data: answer.data, next: answer.next }).data
  }
  const market = (price: number): void => {
    stage.setNow(stage.now() + SECOND_MS)
    stage.tick(price)
    stage.book('SOL', { bids: [[price - 0.1, 50]], asks: [[price + 0.1, 50]] })
  }
  return {
    get,
    post,
    patch,
    order,
    done: async (answer: ReturnType<typeof order>): Promise<void> => expect((await answer).status).toBe(201),
    trips,
    detail: async (id: string): Promise<TripDetail> =>
      z.parse(envelope(tripDetail), { data: (await get(`/journal/trips/${id}`)).data }).data,
    only: async (): Promise<TripRow> => {
      const [trip, ...more] = await trips()
      expect(more).toEqual([])
      return trip!
    },
    differences: async () => (await rebuildJournal(stage.accounts.db)).differences,
    market,
    markAfter: async (price: number): Promise<number> => {
      market(price)
      const instruments = z.parse(INSTRUMENTS, (await get('/trading/instruments')).data)
      return Number(instruments.find(({ symbol }) => symbol === 'SOL')?.mark ?? Number.NaN)
    },
  }
}
