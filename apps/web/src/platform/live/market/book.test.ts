import { itemAt } from '@aerie/core/item-at'
import type { BookSnapshot } from '@aerie/wire/market/charts'
import type { MarketStatus } from '@aerie/wire/market/market'
import { beforeEach, expect, it, vi } from 'vitest'
import { partOf } from '../../../../test/part-of.ts'
import type { LiveTransport } from '../socket/live-transport.ts'

const sent = vi.hoisted((): { books: unknown[] } => ({ books: [] }))
vi.mock(import('../socket/live-client.ts'), async (original) => ({
  ...(await original()),
  joinLive: (part) =>
    part(
      partOf<LiveTransport>({
        connected: true,
        active: true,
        emit: (_event: string, message: unknown) => sent.books.push(message),
        on: () => undefined,
      }),
    ),
}))

import { receiveBook, showBook, useBookState, wantedBooks } from './book.ts'
import { useMarketState } from './market-status.ts'

const T0 = Date.UTC(2026, 0, 15)
const book = (symbol: string, as_of = T0, source: BookSnapshot['source'] = 'sim'): BookSnapshot => ({
  symbol,
  state: 'known',
  bids: [[99, 1]],
  asks: [[101, 1]],
  trades: [],
  quote: 'USD',
  source,
  as_of,
})
const shown = (symbol = 'BTC') => useBookState.getState().snapshots.get(symbol)

beforeEach(() => {
  sent.books = []
})

it('subscribes to a coin while anything shows it, and unsubscribes after the last', () => {
  const [one, two] = [showBook('BTC'), showBook('BTC')]
  expect(sent.books).toEqual([{ symbols: ['BTC'] }])
  one()
  expect(wantedBooks()).toEqual(['BTC'])
  two()
  two()
  expect(sent.books).toEqual([{ symbols: ['BTC'] }, { symbols: [] }])
})

it('shows several coins at once, and ignores late updates of one that is no longer shown', () => {
  const leave = showBook('BTC')
  receiveBook(book('BTC'))
  const next = showBook('ETH')
  expect(sent.books.at(-1)).toEqual({ symbols: ['ETH', 'BTC'] })
  receiveBook(book('ETH'))
  expect([shown()?.symbol, shown('ETH')?.symbol]).toEqual(['BTC', 'ETH'])
  leave()
  expect(shown()).toBeUndefined()
  receiveBook(book('BTC'))
  expect(shown()).toBeUndefined()
  next()
  expect(shown('ETH')).toBeUndefined()
})

it('requests no more books than the limit per client: the latest first, the others when one is freed', () => {
  const leaves = ['BTC', 'ETH', 'SOL', 'XRP', 'ADA'].map(showBook)
  expect(wantedBooks()).toEqual(['ADA', 'XRP', 'SOL', 'ETH'])
  itemAt(leaves, 4)()
  expect(wantedBooks()).toEqual(['XRP', 'SOL', 'ETH', 'BTC'])
  for (const leave of leaves) leave()
  expect(wantedBooks()).toEqual([])
})

it("never replaces a book with an older one, unless the market's clock was set back", () => {
  const leave = showBook('BTC')
  receiveBook(book('BTC', T0))
  receiveBook(book('BTC', T0 - 500))
  expect(shown()?.as_of).toBe(T0)
  receiveBook(book('BTC', T0 - 3_600_000))
  expect(shown()?.as_of).toBe(T0 - 3_600_000)
  receiveBook(book('BTC', T0 - 3_600_500, 'replay'))
  expect(shown()?.source).toBe('replay')
  leave()
})

it('drops the displayed book when a recording jumps, even back by less than a minute', () => {
  const leave = showBook('BTC')
  const status = partOf<MarketStatus>({ source: 'replay', replay: { run: 1, state: 'playing' } })
  useMarketState.setState({ status })
  receiveBook(book('BTC', T0, 'replay'))
  useMarketState.setState({ status: { ...status, replay: { run: 1, state: 'paused' } } })
  expect(shown()?.as_of).toBe(T0)
  useMarketState.setState({ status: { ...status, replay: { run: 2, state: 'paused' } } })
  expect(shown()).toBeUndefined()
  receiveBook(book('BTC', T0 - 30_000, 'replay'))
  expect(shown()?.as_of).toBe(T0 - 30_000)
  leave()
})
