import type { AlertEvaluator } from '@aerie/alerts/evaluator'
import { type Firing, freshState } from '@aerie/alerts/threshold-series'
import type { Candle } from '@aerie/core/market/candle'
import { type HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { type WatchedAlert, windowOf } from './watched-alert.ts'

/** Closed candles of one length. */
export type Past = { readonly lengthMs: typeof MINUTE_MS | typeof HOUR_MS; readonly candles: readonly Candle[] }

type Gap = {
  readonly evaluator: AlertEvaluator
  readonly symbol: string
  readonly alerts: readonly WatchedAlert[]
  /** Market time up to which all was judged; undefined: nothing is judged, and windows are filled. */
  readonly mark: number | undefined
  readonly past: readonly Past[]
  /** Market time of the first tick that is held: it and all after it are judged by themselves, later. */
  readonly heldFrom?: number | undefined
  /** Told after each value what it fired. */
  readonly onFired: (firings: readonly Firing[]) => void
}

/** `judged`: open times of the candles that were judged, in seconds. `held`: the minutes of which ticks tell more, and candles the volume alone. */
export type Caught = { readonly judged: ReadonlySet<number>; readonly held: readonly Candle[] }
export const NOTHING_CAUGHT: Caught = { judged: new Set(), held: [] }

/**
 * Judges one coin's alerts on the candles of a time in which nobody did, oldest first, and begins to watch them. An alert hears only what
 * came after it was last judged: of the candle in which that was, the close alone.
 *
 * @throws never
 */
export function catchUp({ evaluator, symbol, alerts, mark, past, heldFrom, onFired }: Gap): Caught {
  const judged = new Set<number>()
  const ticksFrom = tellingFrom(heldFrom, mark)
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

/**
 * From which minute on ticks tell more than candles: the one after that of the first tick, of whose begin candles alone know; that one
 * itself where alerts were judged within it, as then nobody knows on which side of that its high and low were.
 */
function tellingFrom(heldFrom: number | undefined, mark: number | undefined): number {
  if (heldFrom === undefined) return Number.POSITIVE_INFINITY
  const minute = Math.floor(heldFrom / MINUTE_MS) * MINUTE_MS
  return mark !== undefined && mark < minute ? minute + MINUTE_MS : minute
}

const startOf = ({ judgedAt }: WatchedAlert, mark = 0): number => Math.max(judgedAt, mark)

/** An alert that never fires, for each window: what is recalled stays until the real ones join. */
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

/** The way that a candle is thought to have gone: to the farther end last. */
const wayOf = ({ open, high, low, close }: Candle): readonly number[] =>
  close >= open ? [open, low, high, close] : [open, high, low, close]

function recall({ evaluator, symbol, candle, lengthMs }: Step): void {
  for (const [index, price] of wayOf(candle).entries()) evaluator.recall(tickOf({ symbol, candle, lengthMs }, index, price))
}

/** Of a minute whose ticks come later, what a window may need: as if it had been at its open. */
function recallBegin({ evaluator, symbol, candle }: Pick<Step, 'evaluator' | 'symbol'> & { readonly candle: Candle | undefined }): void {
  if (candle === undefined) return
  for (const price of [candle.high, candle.low]) evaluator.recall({ symbol, at: candle.time * 1000, price })
}

function play({ evaluator, symbol, candle, lengthMs }: Step, join: (until: number) => void, onFired: Gap['onFired']): void {
  join(candle.time * 1000)
  for (const [index, price] of wayOf(candle).entries()) {
    const tick = tickOf({ symbol, candle, lengthMs }, index, price)
    if (index === 3) join(tick.at)
    onFired(evaluator.hear(tick))
  }
}

function tickOf({ symbol, candle, lengthMs }: Omit<Step, 'evaluator'>, index: number, price: number) {
  const isClose = index === 3
  const at = candle.time * 1000 + (isClose ? lengthMs - 1 : (index * lengthMs) / 4)
  return { symbol, at, price, ...(isClose && { volume: candle.volume }) }
}
