import { setTimeout as sleep } from 'node:timers/promises'
import type { AlertEvaluator } from '@aerie/alerts/evaluator'
import { type Firing, freshState } from '@aerie/alerts/threshold-series'
import type { Candle } from '@aerie/core/market/candle'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { MarketService } from '../../market/index.ts'
import { type WatchedAlert, windowOf } from './watched-alert.ts'

type Past = { readonly lengthMs: typeof MINUTE_MS | typeof HOUR_MS; readonly candles: readonly Candle[] }

type Gap = {
  readonly evaluator: AlertEvaluator
  readonly symbol: string
  readonly alerts: readonly WatchedAlert[]
  /** Market time up to which all was judged; undefined: only fill windows, judge nothing. */
  readonly mark: number | undefined
  readonly past: readonly Past[]
  readonly heldFrom?: number | undefined
  readonly onFired: (firings: readonly Firing[]) => void
}

/** `judged`: open times in seconds. `held`: minutes covered by ticks, of which candles supply only the volume. */
export type Caught = { readonly judged: ReadonlySet<number>; readonly held: readonly Candle[] }
export const NOTHING_CAUGHT: Caught = { judged: new Set(), held: [] }

/** Oldest candle first. Of the candle in which an alert was last judged, it uses only the close. @throws never */
export function catchUp({ evaluator, symbol, alerts, mark, past, heldFrom, onFired }: Gap): Caught {
  const judged = new Set<number>()
  const ticksFrom = firstTickMinute(heldFrom, mark)
  const isHeld = ({ time }: Candle): boolean => time * 1000 >= ticksFrom
  const keepers = keepWindows(evaluator, alerts)
  const waiting = [...alerts].sort((a, b) => b.judgedAt - a.judgedAt)
  const join = (until: number): void => {
    for (let next = waiting.at(-1); next !== undefined && startOf(next, mark) <= until; next = waiting.at(-1)) {
      waiting.pop()
      if (next.coin !== undefined) evaluator.add(next.coin)
    }
  }
  for (const { candles, lengthMs } of past)
    for (const candle of candles.filter((each) => !isHeld(each))) {
      const step = { evaluator, symbol, candle, lengthMs }
      if (mark === undefined || candle.time * 1000 + lengthMs <= mark) recall(step)
      else {
        play(step, join, onFired)
        judged.add(candle.time)
      }
    }
  const held = past.flatMap(({ candles }) => candles.filter(isHeld))
  recallBegin({ evaluator, symbol, candle: held.find(({ time }) => time * 1000 <= (heldFrom ?? 0)) })
  join(Number.POSITIVE_INFINITY)
  for (const id of keepers) evaluator.remove(id)
  return { judged, held }
}

/** The minute after the first tick's, whose beginning is only in the candle; that minute itself if alerts were judged within it. */
function firstTickMinute(heldFrom: number | undefined, mark: number | undefined): number {
  if (heldFrom === undefined) return Number.POSITIVE_INFINITY
  const minute = Math.floor(heldFrom / MINUTE_MS) * MINUTE_MS
  return mark !== undefined && mark < minute ? minute + MINUTE_MS : minute
}

const startOf = ({ judgedAt }: WatchedAlert, mark = 0): number => Math.max(judgedAt, mark)

/** Never-firing alerts that keep the recalled windows until the real ones join. */
function keepWindows(evaluator: AlertEvaluator, alerts: readonly WatchedAlert[]): string[] {
  return alerts.flatMap((watched) => {
    if (watched.coin === undefined || windowOf(watched) === undefined) return []
    const { coin } = watched
    const id = `keep ${coin.alert.id}`
    const condition = { ...coin.alert.condition, level: Number.POSITIVE_INFINITY }
    evaluator.add({ ...coin, alert: { ...coin.alert, id, condition, state: { ...freshState(), phase: 'false' } } })
    return [id]
  })
}

type Step = { readonly evaluator: AlertEvaluator; readonly symbol: string; readonly candle: Candle; readonly lengthMs: number }

/** Assumed price path of a candle: the farther extreme last. */
const wayOf = ({ open, high, low, close }: Candle): readonly number[] =>
  close >= open ? [open, low, high, close] : [open, high, low, close]

function recall({ evaluator, symbol, candle, lengthMs }: Step): void {
  for (const [index, price] of wayOf(candle).entries()) evaluator.recall(tickOf({ symbol, candle, lengthMs }, index, price))
}

function recallBegin({ evaluator, symbol, candle }: Pick<Step, 'evaluator' | 'symbol'> & { readonly candle: Candle | undefined }): void {
  if (candle === undefined) return
  for (const price of [candle.high, candle.low]) evaluator.recall({ symbol, at: candle.time * 1000, price })
}

function play({ evaluator, symbol, candle, lengthMs }: Step, join: (until: number) => void, onFired: Gap['onFired']): void {
  join(candle.time * 1000)
  for (const [index, price] of wayOf(candle).entries()) {
    const tick = tickOf({ symbol, candle, lengthMs }, index, price)
    if (index === 3) join(tick.at)
    onFired(evaluator.handle(tick))
  }
}

function tickOf({ symbol, candle, lengthMs }: Omit<Step, 'evaluator'>, index: number, price: number) {
  const isClose = index === 3
  const at = candle.time * 1000 + (isClose ? lengthMs - 1 : (index * lengthMs) / 4)
  return { symbol, at, price, ...(isClose && { volume: candle.volume }) }
}

/** Minimum retention of minute candles. */
const MINUTES_MS = 7 * DAY_MS
const HOURS_MS = 60 * DAY_MS
const LOOK_MS = 250

export type HistoryMarket = Pick<MarketService, 'candles' | 'isKnown'> & { readonly hub: Pick<MarketService['hub'], 'now'> }

export async function pastSince(market: HistoryMarket, symbol: string, from: number): Promise<Past[]> {
  const now = market.hub.now()
  const minutesFrom = Math.max(from, now - MINUTES_MS)
  const read = async (interval: '1m' | '1h', lengthMs: Past['lengthMs'], [start, end]: readonly [number, number]): Promise<Past> => {
    const query = { symbol, interval, from: Math.floor(start / lengthMs) * (lengthMs / 1000), to: Math.ceil(end / 1000) }
    const candles = await market.candles({ ...query, limit: Math.ceil((end - start) / lengthMs) + 2 })
    return { lengthMs, candles: candles.filter(({ time }) => time * 1000 + lengthMs <= end) }
  }
  const hours = minutesFrom > from ? [await read('1h', HOUR_MS, [Math.max(from, now - HOURS_MS), minutesFrom])] : []
  return [...hours, await read('1m', MINUTE_MS, [minutesFrom, now])]
}

/** Waits up to `mostMs` for the minutes since `from`, which load after a start. */
export async function whenKnown(
  market: HistoryMarket,
  symbol: string,
  { from, mostMs, signal }: { from: number; mostMs: number; signal: AbortSignal },
): Promise<void> {
  const until = performance.now() + mostMs
  const to = Math.floor(market.hub.now() / MINUTE_MS) * 60
  const span = { symbol, interval: '1m' as const, from: Math.floor(Math.max(from, market.hub.now() - MINUTES_MS) / SECOND_MS), to }
  while (span.from < span.to && !market.isKnown(span) && performance.now() < until && !signal.aborted)
    await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined)
}
