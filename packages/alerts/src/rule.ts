import type { AlertBody } from '@aerie/wire/alerts'
import type { Condition } from './condition.ts'
import { type AlertState, freshState, type SeriesAlert } from './threshold-series.ts'

/** Share of a level that a value has to go back by before an alert can fire again. */
const HYSTERESIS = 0.001
/** The same of a change: a tenth of a percentage point. */
const CHANGE_HYSTERESIS = 0.1
const SIGNIFICANT = 12
const SECOND_MS = 1_000

/** What names a series of a coin. `rise` and `fall` are changes from a window's lowest and highest price, `swing` the larger of both. */
export type SeriesName = { readonly kind: 'price' } | { readonly kind: 'rise' | 'fall' | 'swing' | 'volume'; readonly windowMs: number }

/** An alert on a series of a coin. */
export type CoinAlert = { readonly symbol: string; readonly series: SeriesName; readonly alert: SeriesAlert }

/**
 * The alert of a rule that prices and volumes alone decide: of the kinds `price`, `change` and `volume`.
 *
 * @param tick smallest step of the coin's price; 0 where it is not known
 * @param state where it stood when it was last kept
 * @returns undefined for the other kinds, which need forecasts or an account
 * @throws never
 * Source: INTERFACE.md, "When an alert fires"
 */
export function marketAlert(
  id: string,
  rule: AlertBody,
  { tick = 0, state = freshState() }: { tick?: number; state?: AlertState } = {},
): CoinAlert | undefined {
  const series = seriesOf(rule)
  const condition = conditionOf(rule, tick)
  if (series === undefined || condition === undefined || rule.symbol === undefined) return undefined
  const alert: SeriesAlert = {
    id,
    condition,
    isRepeating: rule.repeat === 'every',
    cooldownMs: (rule.cooldown_s ?? 0) * SECOND_MS,
    expiresAt: rule.expires_at === undefined ? undefined : Date.parse(rule.expires_at),
    state,
  }
  return { symbol: rule.symbol, series, alert }
}

const CHANGE_SERIES = { above: 'rise', below: 'fall', cross: 'swing' } as const

function seriesOf({ kind, direction = 'cross', window_s }: AlertBody): SeriesName | undefined {
  if (kind === 'price') return { kind: 'price' }
  if (window_s === undefined) return undefined
  if (kind === 'change') return { kind: CHANGE_SERIES[direction], windowMs: window_s * SECOND_MS }
  return kind === 'volume' ? { kind: 'volume', windowMs: window_s * SECOND_MS } : undefined
}

function conditionOf({ kind, direction = 'cross', level, percent, ratio }: AlertBody, tick: number): Condition | undefined {
  if (kind === 'price')
    return level === undefined ? undefined : { direction, level, isInclusive: false, ...around(level, Math.max(level * HYSTERESIS, tick)) }
  if (kind === 'change') return percent === undefined ? undefined : reaching(percent, CHANGE_HYSTERESIS)
  if (kind === 'volume') return ratio === undefined ? undefined : reaching(ratio, ratio * HYSTERESIS)
  return undefined
}

const reaching = (level: number, hysteresis: number): Condition => ({
  direction: 'above',
  level,
  isInclusive: true,
  ...around(level, hysteresis),
})

/** Where a value has to go back to; rounded to what was meant: 0.3 less 0.1 % is 0.2997, not 0.29969999999999997. */
const around = (level: number, hysteresis: number): Pick<Condition, 'lower' | 'upper'> => ({
  lower: Math.max(0, rounded(level - hysteresis)),
  upper: rounded(level + hysteresis),
})

const rounded = (value: number): number => Number(value.toPrecision(SIGNIFICANT))
