import { epochMs } from '@aerie/core/time'
import { readBinance } from '@aerie/market/live/binance/binance-messages'
import { LevelBook } from '@aerie/market/live/books/level-book'
import { readCoinbase } from '@aerie/market/live/coinbase/coinbase-messages'
import { type Benchmark, median } from './benchmark.ts'

const NOW = epochMs(Date.UTC(2026, 10, 20, 14, 30, 7))
const LEVELS = 60_000
const RUNS = 15
const GOAL_MS = 100

type Row = readonly [price: string, size: string]

const rows = (from: number, count: number, size: number): Row[] =>
  Array.from({ length: count }, (_, index) => [((from + index) / 100).toFixed(2), size.toFixed(4)])
const bids = (count: number, size: number): Row[] => rows(10_000_000 - count, count, size)
const asks = (count: number, size: number): Row[] => rows(10_000_001, count, size)

const snapshot = JSON.stringify({ type: 'snapshot', product_id: 'BTC-USD', bids: bids(LEVELS, 1), asks: asks(LEVELS, 1) })
/** All levels of both sides, one side worst first, so that insertions happen at either end. */
const updateOf = (size: number): string => {
  const changes = [
    ...bids(LEVELS, size).map((row) => ['buy', ...row]),
    ...asks(LEVELS, size)
      .reverse()
      .map((row) => ['sell', ...row]),
  ]
  return JSON.stringify({ type: 'l2update', product_id: 'BTC-USD', time: new Date(NOW).toISOString(), changes })
}
/** Maximum length of a Binance message. */
const diffOf = (size: number): string =>
  JSON.stringify({
    stream: 'btcusdt@depth@100ms',
    data: { e: 'depthUpdate', E: NOW, s: 'BTCUSDT', U: 1, u: 2, b: bids(40_000, size), a: asks(40_000, size) },
  })

function take(book: LevelBook, text: string): void {
  const message = text.includes('"stream"') ? readBinance(text, () => true).messages[0] : readCoinbase(text)
  if (message?.kind === 'snapshot') book.replace(message.bids, message.asks)
  else if (message?.kind === 'update') book.apply(message.bids, message.asks)
  else if (message?.kind === 'depth') book.apply(message.diff.bids, message.diff.asks)
  else throw new Error(`read as ${message?.kind ?? 'nothing'}`)
  const { bids: shown } = book.shown('BTC', NOW)
  if (shown.length !== 200 || shown[0]?.[0] !== 99_999.99) throw new Error('the book is not exact')
}

function cpuMs(textOf: (run: number) => string): number {
  const book = new LevelBook()
  take(book, snapshot)
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const text = textOf(run)
    const before = process.cpuUsage()
    take(book, text)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1_000)
  }
  return median(times)
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'live book: a Coinbase snapshot of 60,000 levels a side, from text to the levels shown',
    run: async () => ({ value: cpuMs(() => snapshot), unit: 'ms cpu', limit: GOAL_MS }),
  },
  {
    name: 'live book: an update of all of them in one message',
    run: async () => ({ value: cpuMs((run) => updateOf(run + 2)), unit: 'ms cpu', limit: GOAL_MS }),
  },
  {
    name: 'live book: the longest message of Binance that is accepted, 2 MB',
    run: async () => ({ value: cpuMs((run) => diffOf(run + 2)), unit: 'ms cpu', limit: GOAL_MS }),
  },
]
