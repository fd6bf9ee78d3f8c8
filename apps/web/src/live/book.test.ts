import type { BookSnapshot } from '@aerie/wire/charts'
import { beforeEach, expect, it, vi } from 'vitest'

const sent = vi.hoisted(() => ({ books: 0 }))
vi.mock(import('./live-client.ts'), async (original) => ({
  ...(await original()),
  sendBook: () => {
    sent.books += 1
  },
}))

import { receiveBook, showBook, useBookState, wantedBook } from './book.ts'

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
const shown = () => useBookState.getState().snapshot

beforeEach(() => {
  sent.books = 0
})

it('asks for a coin while anything shows it, and for none after the last', () => {
  const [one, two] = [showBook('BTC'), showBook('BTC')]
  expect([wantedBook(), sent.books]).toEqual(['BTC', 1])
  one()
  expect([wantedBook(), sent.books]).toEqual(['BTC', 1])
  two()
  two()
  expect([wantedBook(), sent.books]).toEqual([null, 2])
})

it('shows nothing of the coin before, whatever still arrives of it', () => {
  const leave = showBook('BTC')
  receiveBook(book('BTC'))
  expect(shown()?.symbol).toBe('BTC')
  const next = showBook('ETH')
  leave()
  expect(shown()).toBeNull()
  receiveBook(book('BTC'))
  expect(shown()).toBeNull()
  receiveBook(book('ETH'))
  expect(shown()?.symbol).toBe('ETH')
  next()
  expect(shown()).toBeNull()
})

it('never replaces a book by an older one, but by that of a market whose clock was set back', () => {
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
