import { epochMs } from '@aerie/core/time'
import { MarketSourceError, type OrderBook, type SyntheticDepth } from '@aerie/market/market-source'
import { jsonAs } from '@aerie/testkit/json-as'
import { type BookSnapshot, bookSnapshot, TRADES_SHOWN } from '@aerie/wire/market/charts'
import type { AssetDetails } from '@aerie/wire/market/market'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { BookFanOut, type BookMarket } from './book-fan-out.ts'
import { BEHIND_BYTES } from './fan-out.ts'

const BOOK_EVENT = z.tuple([z.string(), bookSnapshot])

function scriptedClient() {
  const frames: Buffer[] = []
  const client = { untaken: 0, frames, write: (frame: Buffer) => void frames.push(frame), buffered: () => client.untaken }
  return client
}
const read = (frame: Buffer | undefined): BookSnapshot => jsonAs(BOOK_EVENT, frame?.toString().slice(frame.indexOf('/live,') + 6) ?? '')[1]

let asked: string[]
let price: number
let books: (symbol: string) => Promise<OrderBook | undefined>
let errors: unknown[]
let synthetic: BookMarket['synthetic']
let hasPrices: boolean
let fan: BookFanOut
let now: number

beforeEach(() => {
  // The clock advances only with each look, so a busy machine cannot make the one-second work due sooner.
  vi.useFakeTimers({ toFake: ['performance'] })
  asked = []
  errors = []
  synthetic = () => undefined
  price = 100
  hasPrices = true
  now = 0
  books = async (symbol) => ({ symbol, bids: [[price - 1, 1]], asks: [[price + 1, 1]], asOf: epochMs(1_000 + now) })
  fan = new BookFanOut({
    market: {
      book: (symbol) => {
        asked.push(symbol)
        return books(symbol)
      },
      trades: () => [],
      synthetic: (symbol, count) => synthetic(symbol, count),
      details: (symbol) => (symbol === 'ZZZ' ? undefined : ({ quote: 'USDT' } as AssetDetails)),
      hasPrices: () => hasPrices,
      kind: () => 'live',
      now: () => 5_000,
    },
    onError: (error) => errors.push(error),
  })
})
afterEach(() => void vi.useRealTimers())
const flush = (ms = 250): Promise<void> => {
  now += ms
  vi.advanceTimersByTime(ms)
  return fan.flush(performance.now())
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

it('requests a book once and encodes it once for a thousand clients of a coin', async () => {
  const clients = Array.from({ length: 1_000 }, scriptedClient)
  for (const client of clients) fan.show(client, ['BTC'])
  await settle()
  expect(asked).toEqual(['BTC'])
  price = 101
  await flush()
  expect(asked).toEqual(['BTC', 'BTC'])
  const newest = clients.map(({ frames }) => frames.at(-1))
  expect(new Set(newest).size).toBe(1)
  expect(read(newest[0])).toMatchObject({
    symbol: 'BTC',
    state: 'known',
    bids: [[100, 1]],
    asks: [[102, 1]],
    quote: 'USDT',
    source: 'live',
  })
})

it('shows the known book to a late subscriber at once', async () => {
  const [first, second] = [scriptedClient(), scriptedClient()]
  fan.show(first, ['BTC'])
  await settle()
  fan.show(second, ['BTC'])
  expect(second.frames).toEqual(first.frames)
})

it('sends an unchanged book once a second, for its age, and a missing one once', async () => {
  const [still, none] = [scriptedClient(), scriptedClient()]
  fan.show(still, ['BTC'])
  books = async () => undefined
  fan.show(none, ['DOGE'])
  await settle()
  books = async (symbol) => (symbol === 'DOGE' ? undefined : { symbol, bids: [[99, 1]], asks: [[101, 1]], asOf: epochMs(1_000 + now) })
  for (let index = 0; index < 8; index += 1) await flush()
  expect(still.frames.length).toBe(3)
  expect(read(still.frames.at(-1)).as_of).toBeGreaterThan(read(still.frames[0]).as_of)
  expect(none.frames.map(read)).toEqual([expect.objectContaining({ state: 'none', bids: [], asks: [], as_of: 5_000 })])
})

it('stops requesting when nobody is subscribed, and sends nothing to a client that has left', async () => {
  const [gone, moved] = [scriptedClient(), scriptedClient()]
  fan.show(gone, ['BTC'])
  fan.show(moved, ['BTC'])
  await settle()
  fan.leave(gone)
  fan.show(moved, ['ETH'])
  await settle()
  asked = []
  await flush()
  expect(asked).toEqual(['ETH'])
  fan.show(moved, [])
  asked = []
  await flush()
  expect(asked).toEqual([])
  expect(gone.frames.length).toBe(1)
})

it('skips a client that has not read what it was sent, and sends it the whole book later', async () => {
  const [slow, quick] = [scriptedClient(), scriptedClient()]
  for (const client of [slow, quick]) fan.show(client, ['BTC'])
  await settle()
  slow.untaken = BEHIND_BYTES + 1
  price = 101
  await flush()
  slow.untaken = 0
  price = 102
  await flush()
  expect(slow.frames.map((frame) => read(frame).bids[0]?.[0])).toEqual([99, 101])
  expect(quick.frames.map((frame) => read(frame).bids[0]?.[0])).toEqual([99, 100, 101])
})

it('reports once that a book is unavailable right now, and requests it again only after the response', async () => {
  const client = scriptedClient()
  let refuse: (error: Error) => void = () => undefined
  books = () =>
    new Promise((_, reject) => {
      refuse = reject
    })
  fan.show(client, ['BTC'])
  void flush()
  void flush()
  await settle()
  expect(asked).toEqual(['BTC'])
  refuse(new MarketSourceError('unreachable', 'does not answer'))
  await settle()
  expect(client.frames.map(read)).toEqual([expect.objectContaining({ state: 'unavailable', bids: [], asks: [] })])
  books = async () => Promise.reject(new Error('a bug'))
  await flush()
  expect(errors).toEqual([new Error('a bug')])
})

it('has no book for a coin that is not in the catalogue', async () => {
  const client = scriptedClient()
  fan.show(client, ['ZZZ'])
  await settle()
  expect([asked, client.frames.map((frame) => read(frame).state)]).toEqual([[], ['none']])
})

it('shows one client several books, keeps those it requests again, and drops the rest', async () => {
  const client = scriptedClient()
  fan.show(client, ['BTC', 'ETH'])
  await settle()
  fan.show(client, ['ETH', 'SOL'])
  await settle()
  expect(client.frames.map((frame) => read(frame).symbol)).toEqual(['BTC', 'ETH', 'SOL'])
  asked = []
  await flush()
  expect(asked).toEqual(['ETH', 'SOL'])
  fan.show(client, ['ETH', 'SOL'])
  expect(client.frames.map((frame) => read(frame).symbol).slice(-2)).toEqual(['ETH', 'SOL'])
  fan.leave(client)
  asked = []
  await flush()
  expect(asked).toEqual([])
})

const made = (symbol: string): SyntheticDepth => ({
  book: { symbol, bids: [[1, 2]], asks: [[3, 4]], asOf: epochMs(77) },
  trades: Array.from({ length: 60 }, (_, n) => ({ id: `${n}`, asOf: epochMs(70 - n), price: 2, size: 5 })),
})

it('shows a book generated from candles, labelled and without sides, if the source has none', async () => {
  books = async () => undefined
  synthetic = made
  const client = scriptedClient()
  fan.show(client, ['SOL'])
  await settle()
  const shown = z.parse(bookSnapshot, read(client.frames.at(-1)))
  expect(shown).toMatchObject({ state: 'known', is_synthetic: true, bids: [[1, 2]], asks: [[3, 4]], as_of: 77 })
  expect(shown.trades).toHaveLength(TRADES_SHOWN)
  expect(shown.trades[0]).toEqual([70, 2, 5, null])
})

it('reports the book as unavailable, without trades, where a recording has no prices', async () => {
  books = async () => undefined
  hasPrices = false
  const client = scriptedClient()
  fan.show(client, ['SOL'])
  await settle()
  expect(z.parse(bookSnapshot, read(client.frames.at(-1)))).toMatchObject({ state: 'unavailable', bids: [], asks: [], trades: [] })
})

it('never shows a generated book if the source has its own, does not respond, or does not have the coin', async () => {
  synthetic = made
  const client = scriptedClient()
  fan.show(client, ['BTC'])
  await settle()
  books = () => Promise.reject(new MarketSourceError('unreachable', 'away'))
  await flush()
  fan.show(client, ['ZZZ'])
  await settle()
  const shown = client.frames.map(read)
  expect(shown.map(({ state }) => state)).toEqual(['known', 'unavailable', 'none'])
  expect(shown.some((each) => 'is_synthetic' in each)).toBe(false)
})
