import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { depthAnswer, readBinance } from './binance/binance-messages.ts'
import { DepthSync } from './books/depth-sync.ts'
import { LevelBook } from './books/level-book.ts'
import { type CoinbaseMessage, readCoinbase } from './coinbase/coinbase-messages.ts'

const folder = fileURLToPath(new URL('../../../../../shared/market/captures/', import.meta.url))
const isThere = existsSync(folder)
if (!isThere) console.log('The recorded traffic (../shared/market/captures) is not beside this checkout: its tests are left out.')

const lines = (name: string): string[] =>
  gunzipSync(readFileSync(`${folder}${name}.gz`))
    .toString()
    .split('\n')
    .filter(Boolean)
const received = (name: string): string[] => lines(name).flatMap((line) => /^\d+\.\d+: (.*)$/s.exec(line)?.[1] ?? [])

describe.skipIf(!isThere)('recorded traffic', () => {
  const frames = isThere ? received('BINANCE.ws.1.0') : []
  const trades = isThere ? received('COINBASE.ws.28.0').map(readCoinbase) : []

  it('parses every message Binance sent, and finds none malformed', () => {
    const messages = frames.flatMap((text) => readBinance(text, () => true).messages)
    expect(messages.filter((message) => message.kind === 'malformed')).toEqual([])
    expect(messages.filter((message) => message.kind === 'depth').length).toBeGreaterThan(100)
    expect(messages.filter((message) => message.kind === 'candle').length).toBeGreaterThan(0)
  })

  it('keeps each recorded Binance book in sync from its snapshot to the last diff', () => {
    const snapshots = lines('BINANCE.http.0.0').flatMap((line) => {
      const found = /symbol=(\w+)&.* -> [\d.]+: (\{.*\})$/s.exec(line)
      return found ? [{ pair: found[1], taken: z.parse(depthAnswer, JSON.parse(found[2] ?? '')) }] : []
    })
    expect(snapshots).toHaveLength(4)
    for (const { pair, taken } of snapshots) {
      const sync = new DepthSync()
      const diffs = frames
        .flatMap((text) => readBinance(text, (name) => name === pair).messages)
        .flatMap((one) => (one.kind === 'depth' ? [one.diff] : []))
      const before = diffs.filter((diff) => diff.first <= taken.lastUpdateId + 1)
      for (const diff of before) sync.diff(diff)
      expect(sync.snapshot(taken)).toBe('synced')
      const outcomes = diffs.slice(before.length).map((diff) => sync.diff(diff))
      expect(new Set(outcomes)).toEqual(outcomes.length === 0 ? new Set() : new Set(['applied']))
      expect(sync.book.isCrossed).toBe(false)
    }
  })

  it('parses every message Coinbase sent, and finds none malformed', () => {
    const kinds = new Map<string, number>()
    for (const message of trades) kinds.set(message.kind, (kinds.get(message.kind) ?? 0) + 1)
    expect(kinds.get('malformed')).toBeUndefined()
    expect(kinds.get('update')).toBe(9_719)
    expect(kinds.get('snapshot')).toBe(10)
    expect(kinds.get('trade')).toBeGreaterThan(60)
  })

  it('keeps each recorded Coinbase book uncrossed', () => {
    const books = new Map<string, LevelBook>()
    const crossed: string[] = []
    for (const message of trades) {
      if (message.kind === 'snapshot') {
        const book = new LevelBook()
        book.replace(message.bids, message.asks)
        books.set(message.pair, book)
      } else if (message.kind === 'update') {
        books.get(message.pair)?.apply(message.bids, message.asks)
        if (books.get(message.pair)?.isCrossed) crossed.push(message.pair)
      }
    }
    expect(crossed).toEqual([])
    expect(books.size).toBe(10)
  })

  it('numbers trades without a gap, with the same taker side as the ticker of the same trade', () => {
    const takers = new Map<string, string>()
    const last = new Map<string, number>()
    const tradeMessages = trades.filter((message): message is Extract<CoinbaseMessage, { kind: 'trade' }> => message.kind === 'trade')
    for (const { pair, trade } of tradeMessages) {
      expect(trade.id).toBe((last.get(pair) ?? trade.id - 1) + 1)
      last.set(pair, trade.id)
      takers.set(`${pair} ${trade.id}`, trade.takerSide)
    }
    const tickers = received('COINBASE.ws.28.0').flatMap((text) => {
      const message: unknown = JSON.parse(text)
      const parsed = z.safeParse(
        z.object({ type: z.literal('ticker'), product_id: z.string(), trade_id: z.int(), side: z.string() }),
        message,
      )
      return parsed.success ? [parsed.data] : []
    })
    const both = tickers.filter((ticker) => takers.has(`${ticker.product_id} ${ticker.trade_id}`))
    expect(both.length).toBeGreaterThan(50)
    for (const ticker of both) expect(takers.get(`${ticker.product_id} ${ticker.trade_id}`)).toBe(ticker.side)
  })
})
