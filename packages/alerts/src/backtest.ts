import type { Candle } from '@aerie/core/market/candle'
import type { AlertBody } from '@aerie/wire/alerts/alerts'
import { openEvaluator } from './evaluator.ts'
import { marketAlert } from './rule.ts'

/** How often an alert would have fired on stored candles. */
export type Backtest = {
  /** Firings of the two intra-candle paths, high first and low first. They differ if one candle both fires and rearms. */
  readonly fired: readonly [least: number, most: number]
  /** Open times of the firing candles on the path with fewest firings, in epoch milliseconds. */
  readonly times: readonly number[]
}

type Way = (candle: Candle) => readonly number[]

const WAYS: readonly Way[] = [
  ({ open, high, low, close }) => [open, high, ...(low === open ? [] : [low]), close],
  ({ open, high, low, close }) => [open, low, ...(high === open ? [] : [high]), close],
]

const SECOND_MS = 1_000

/** Runs a `price`, `change` or `volume` alert over candles (oldest first) with the live evaluator; undefined for other kinds. */
export function backtest(rule: AlertBody, candles: readonly Candle[], lengthMs: number): Backtest | undefined {
  const runs = WAYS.map((way) => firingTimes(rule, candles, { way, lengthMs }))
  const [one, other] = runs
  if (one === undefined || other === undefined) return undefined
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one]
  return { fired: [fewer.length, more.length], times: [...new Set(fewer)] }
}

type Play = { readonly way: Way; readonly lengthMs: number }

function firingTimes(rule: AlertBody, candles: readonly Candle[], { way, lengthMs }: Play): number[] | undefined {
  const alert = marketAlert('a', rule)
  if (alert === undefined) return undefined
  const evaluator = openEvaluator()
  evaluator.add(alert)
  return candles.flatMap((candle) => {
    const openedAt = candle.time * SECOND_MS
    const prices = way(candle)
    return prices.flatMap((price, step) => {
      const isClose = step === prices.length - 1
      const at = openedAt + (isClose ? lengthMs - 1 : (step * lengthMs) / prices.length)
      const tick = { symbol: alert.symbol, at, price }
      return evaluator.handle(isClose ? { ...tick, volume: candle.volume } : tick).map(() => openedAt)
    })
  })
}
