import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { TripDetail } from '@aerie/wire/journal/journal'
import { readCandles } from '../../../chart-engine/bars/candle-pages.ts'
import { journalCalls } from '../journal-calls.ts'
import { type Piece, priceAt } from './replay-steps.ts'
import type { TripWindow } from './trip-window.ts'

/** The finest prices that are stored of a trade's time. */
export type TripPieces = { readonly kind: 'ticks' | 'minutes' | 'none'; readonly everyMs: number; readonly pieces: readonly Piece[] }

const NONE: TripPieces = { kind: 'none', everyMs: 0, pieces: [] }
const PAGE_MINUTES = 1000
/** Some two days. */
const MOST_PAGES = 3

/** Prices every few seconds where they are stored, else the minutes within longer candles. */
export async function readPieces(trip: TripDetail, coin: string, { interval }: TripWindow, signal: AbortSignal): Promise<TripPieces> {
  const { ticks, every_ms } = await journalCalls.ticks(trip.id, { signal })
  if (ticks.length > 0) return { kind: 'ticks', everyMs: every_ms, pieces: ticks.map(([at, price]) => priceAt(at, Number(price))) }
  return interval === '1m' ? NONE : minutesOf(trip, coin, signal)
}

async function minutesOf({ opened_at_ms, closed_at_ms }: TripDetail, coin: string, signal: AbortSignal): Promise<TripPieces> {
  if (opened_at_ms === null || closed_at_ms === null) return NONE
  const from = Math.floor(opened_at_ms / MINUTE_MS) * MINUTE_MS
  const pages = Math.ceil((closed_at_ms + 1 - from) / (PAGE_MINUTES * MINUTE_MS))
  if (pages > MOST_PAGES) return NONE
  const read = Array.from({ length: pages }, (_, page) => {
    const start = from + page * PAGE_MINUTES * MINUTE_MS
    const end = Math.min(start + PAGE_MINUTES * MINUTE_MS, closed_at_ms + MINUTE_MS)
    return readCandles(coin, { interval: '1m', from: start / SECOND_MS, to: Math.ceil(end / SECOND_MS), limit: PAGE_MINUTES }, signal)
  })
  const pieces = (await Promise.all(read))
    .flat()
    .map(([time, open, high, low, close]): Piece => ({ at: time * SECOND_MS + MINUTE_MS - 1, open, high, low, close }))
  return pieces.length === 0 ? NONE : { kind: 'minutes', everyMs: MINUTE_MS, pieces }
}
