import { HOUR_MS } from '@aerie/core/time'

/** Hours before a moment that its picture shows: two days. */
export const HOURS_SHOWN = 48

/** A moment of a trade of which a picture is drawn. */
export type TripMoment = {
  readonly kind: 'entry' | 'exit'
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Price of the fill, or the average of an exit. */
  readonly price: number
  /** Hash of the forecast that was on show; null: none was. Absent: not written down, so the newest by then is taken. */
  readonly forecast?: string | null
  /** Lines that were known then. */
  readonly levels: ReadonlyArray<{ readonly kind: 'entry' | 'stop'; readonly price: number }>
}

type Hashed = { readonly hash: string } | null

/** What the moments of a trade are read from; times in milliseconds. */
export type MomentTrip = {
  readonly entry: string
  readonly exit: string | null
  readonly opened_at_ms: number | null
  readonly closed_at_ms: number | null
  readonly money_reason: string | null
  /** Null: nobody froze them, as of imports. */
  readonly facts: { readonly entry: string; readonly stop: string | null; readonly forecast: Hashed } | null
  /** The forecast on show at the exit; absent where nobody wrote it down. */
  readonly exit_forecast?: Hashed | undefined
}

/**
 * Entry and exit of a trade, as far as they are known. A reset ends a trade without an exit.
 *
 * @throws never
 */
export function momentsOf({ entry, exit, facts, exit_forecast, opened_at_ms, closed_at_ms, money_reason }: MomentTrip): TripMoment[] {
  const stop = facts?.stop == null ? [] : [{ kind: 'stop' as const, price: Number(facts.stop) }]
  const first = Number(facts?.entry ?? entry)
  const shown = facts === null ? {} : { forecast: facts.forecast?.hash ?? null }
  const opened: TripMoment[] = opened_at_ms === null ? [] : [{ kind: 'entry', at: opened_at_ms, price: first, levels: stop, ...shown }]
  if (closed_at_ms === null || exit === null || money_reason === 'account_reset') return opened
  const levels = [{ kind: 'entry' as const, price: Number(entry) }, ...stop]
  const left = exit_forecast === undefined ? {} : { forecast: exit_forecast?.hash ?? null }
  return [...opened, { kind: 'exit', at: closed_at_ms, price: Number(exit), levels, ...left }]
}

/** What is asked for a moment: whole hours that had closed by then; seconds since the epoch. */
export function hoursBefore(at: number): { readonly from: number; readonly to: number } {
  const to = Math.floor(at / HOUR_MS) * HOUR_MS
  return { from: (to - HOURS_SHOWN * HOUR_MS) / 1000, to: to / 1000 }
}

/** An hourly candle: its opening in seconds since the epoch, then its prices. */
export type HourCandle = readonly [time: number, open: number, high: number, low: number, close: number, ...rest: readonly unknown[]]

/** A candle as it is drawn: shares of the picture, from its left and from its top. */
export type DrawnCandle = {
  readonly x: number
  readonly high: number
  readonly low: number
  readonly top: number
  readonly bottom: number
  readonly isUp: boolean
}
/** What a forecast gave at the moment: its 80 % range. */
export type MomentRange = { readonly low: number; readonly high: number }
/** A picture by shares of its sides; what lies beyond it is left out of `levels`. */
export type MomentPicture = {
  readonly candles: readonly DrawnCandle[]
  readonly price: number
  readonly levels: ReadonlyArray<{ readonly kind: 'entry' | 'stop'; readonly y: number }>
  readonly range: { readonly top: number; readonly bottom: number } | null
  /** Hours of `HOURS_SHOWN` that are not stored. */
  readonly missing: number
}

/** Above the highest and below the lowest, as a share of what is shown. */
const ROOM = 0.06
/** Lines farther away than the candles reach would press them flat. */
const FARTHEST = 1

/**
 * The picture of a moment: candles that had closed by then and nothing later.
 *
 * @param candles hourly, oldest first; those that close after the moment are left out
 * @returns null where no candle is known
 * @throws never
 */
export function momentPicture(moment: TripMoment, candles: readonly HourCandle[], range: MomentRange | null): MomentPicture | null {
  const { from, to } = hoursBefore(moment.at)
  const known = candles.filter(([time]) => time >= from && time < to)
  if (known.length === 0) return null
  const [low, high] = [Math.min(moment.price, ...known.map((each) => each[3])), Math.max(moment.price, ...known.map((each) => each[2]))]
  const reach = (high - low || high) * FARTHEST
  const isNear = (price: number): boolean => price >= low - reach && price <= high + reach
  const lines = moment.levels.filter(({ price }) => isNear(price))
  const shown = [low, high, ...lines.map(({ price }) => price)]
  const [bottom, top] = [Math.min(...shown), Math.max(...shown)]
  const room = (top - bottom || top) * ROOM
  const y = (price: number): number => (top + room - price) / (top - bottom + 2 * room)
  const within = (price: number): number => Math.min(1, Math.max(0, y(price)))
  return {
    candles: known.map(([time, open, highest, lowest, close]) => ({
      x: (time - from) / (to - from) + 0.5 / HOURS_SHOWN,
      high: y(highest),
      low: y(lowest),
      top: y(Math.max(open, close)),
      bottom: y(Math.min(open, close)),
      isUp: close >= open,
    })),
    price: y(moment.price),
    levels: lines.map(({ kind, price }) => ({ kind, y: y(price) })),
    range: range && { top: within(range.high), bottom: within(range.low) },
    missing: HOURS_SHOWN - known.length,
  }
}
