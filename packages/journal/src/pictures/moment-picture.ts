import { HOUR_MS } from '@aerie/core/time'

/** Hours before a moment that its picture shows. */
export const HOURS_SHOWN = 48

/** Moment of a trade to draw. */
export type TripMoment = {
  readonly kind: 'entry' | 'exit'
  readonly at: number
  readonly price: number
  /** Hash of the displayed forecast; null: none. Absent: not recorded, so the newest forecast by then is used. */
  readonly forecast?: string | null
  readonly levels: ReadonlyArray<{ readonly kind: 'entry' | 'stop'; readonly price: number }>
}

type Hashed = { readonly hash: string } | null

/** Input for a trade's moments; times in milliseconds. */
export type MomentTrip = {
  readonly entry: string
  readonly exit: string | null
  readonly opened_at_ms: number | null
  readonly closed_at_ms: number | null
  readonly money_reason: string | null
  /** Null: never frozen, as for imports. */
  readonly facts: { readonly entry: string; readonly stop: string | null; readonly forecast: Hashed } | null
  readonly exit_forecast?: Hashed | undefined
}

/** Known entry and exit of a trade; a reset ends a trade without an exit. */
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

/** Candle range for a moment: whole hours closed by then, epoch seconds. */
export function hoursBefore(at: number): { readonly from: number; readonly to: number } {
  const to = Math.floor(at / HOUR_MS) * HOUR_MS
  return { from: (to - HOURS_SHOWN * HOUR_MS) / 1000, to: to / 1000 }
}

/** Hourly candle: opening time in epoch seconds, then prices. */
export type HourCandle = readonly [time: number, open: number, high: number, low: number, close: number, ...rest: readonly unknown[]]

/** Candle in fractions of the picture, from left and top. */
export type DrawnCandle = {
  readonly x: number
  readonly high: number
  readonly low: number
  readonly top: number
  readonly bottom: number
  readonly isUp: boolean
}
/** 80 % range of the forecast at the moment. */
export type MomentRange = { readonly low: number; readonly high: number }
/** Picture in relative coordinates; `levels` outside are omitted. */
export type MomentPicture = {
  readonly candles: readonly DrawnCandle[]
  readonly price: number
  readonly levels: ReadonlyArray<{ readonly kind: 'entry' | 'stop'; readonly y: number }>
  readonly range: { readonly top: number; readonly bottom: number } | null
  readonly missing: number
}

const ROOM = 0.06
/** More distant levels are omitted: they would flatten the candles. */
const FARTHEST = 1

/** Picture from hourly candles (oldest first) closed by the moment, nothing later; null without candles. */
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
