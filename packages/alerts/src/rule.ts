import { VOLATILITY_REGIMES } from '@aerie/wire/alerts/alert-kinds'
import type { AlertBody } from '@aerie/wire/alerts/alerts'
import type { Condition } from './condition.ts'
import { type AlertState, freshState, type SeriesAlert } from './threshold-series.ts'

/** Fraction of a level that a value must move back before the alert rearms. */
const HYSTERESIS = 0.001
/** Rearm distance of a change, in percentage points. */
const CHANGE_HYSTERESIS = 0.1
const SIGNIFICANT = 12
const SECOND_MS = 1_000

/** Identifies a series of a coin. `rise` and `fall`: change from the window's low and high; `swing`: the larger of both. */
export type SeriesName =
  | { readonly kind: 'price' }
  | { readonly kind: 'rise' | 'fall' | 'swing' | 'volume'; readonly windowMs: number }
  | { readonly kind: 'signal'; readonly name: string }

/** Alert on a series of a coin. */
export type CoinAlert = { readonly symbol: string; readonly series: SeriesName; readonly alert: SeriesAlert }

/** Alert for `price`, `change` and `volume`, else undefined. `tick`: price step, 0 if unknown. Source: docs/product.md, "Trade alerts". */
export function marketAlert(
  id: string,
  rule: AlertBody,
  { tick = 0, ...alertStatus }: { tick?: number } & AlertStatus = {},
): CoinAlert | undefined {
  const series = seriesOf(rule)
  const condition = conditionOf(rule, tick)
  if (series === undefined || condition === undefined || rule.symbol === undefined) return undefined
  return { symbol: rule.symbol, series, alert: seriesAlert(id, rule, condition, alertStatus) }
}

type AlertStatus = { readonly state?: AlertState; readonly cooldownFrom?: SeriesAlert['cooldownFrom'] }

const seriesAlert = (
  id: string,
  rule: AlertBody,
  condition: Condition,
  { state = freshState(), cooldownFrom = 'firing' }: AlertStatus,
): SeriesAlert => ({
  id,
  condition,
  isRepeating: rule.repeat === 'every',
  cooldownMs: (rule.cooldown_s ?? 0) * SECOND_MS,
  cooldownFrom,
  expiresAt: rule.expires_at === undefined ? undefined : Date.parse(rule.expires_at),
  state,
})

/** Regime series: indices from the calmest; also the prefix of the 0/1 series of one regime. */
export const REGIME_SIGNAL = 'regime'
/** Name of the 0/1 series of one regime. */
export const regimeSignal = (regime: string): string => `${REGIME_SIGNAL} ${regime}`
/** Series name of a forecast quantile this many hours ahead. */
export const forecastSignal = (hours: number, quantile: number): string => `forecast ${hours} ${quantile}`
/** Series name of the distance to liquidation in percent of the mark: of one coin, or the minimum of all. */
export const liquidationSignal = (symbol: string | undefined): string => `liquidation ${symbol ?? ''}`

const MEDIAN = 0.5

/** Alert for `volatility`, `forecast` and `liquidation`, else undefined. `owner`: symbol of liquidation series. */
export function signalAlert(
  id: string,
  rule: AlertBody,
  { owner, ...alertStatus }: { owner: string } & AlertStatus,
): CoinAlert | undefined {
  const signal = signalOf(rule)
  const symbol = rule.kind === 'liquidation' ? owner : rule.symbol
  if (signal === undefined || symbol === undefined) return undefined
  return { symbol, series: { kind: 'signal', name: signal.name }, alert: seriesAlert(id, rule, signal.condition, alertStatus) }
}

function signalOf(rule: AlertBody): { readonly name: string; readonly condition: Condition } | undefined {
  const { kind, direction = 'cross', level, percent, hours, quantile = MEDIAN, regime } = rule
  if (kind === 'forecast' && level !== undefined && hours !== undefined)
    return {
      name: forecastSignal(hours, quantile),
      condition: { direction, level, isInclusive: false, ...around(level, level * HYSTERESIS) },
    }
  if (kind === 'liquidation' && percent !== undefined)
    return {
      name: liquidationSignal(rule.symbol),
      condition: { direction: 'below', level: percent, isInclusive: true, ...around(percent, CHANGE_HYSTERESIS) },
    }
  return kind === 'volatility' && regime !== undefined ? regimeCondition(regime, direction) : undefined
}

/** No direction: exactly this regime; `above`: it or a higher one; `below`: it or a lower one. */
function regimeCondition(regime: (typeof VOLATILITY_REGIMES)[number], direction: Condition['direction']) {
  if (direction === 'cross') return { name: regimeSignal(regime), condition: { ...reaching(1, 0), lower: 0 } }
  const level = VOLATILITY_REGIMES.indexOf(regime)
  return { name: REGIME_SIGNAL, condition: { direction, level, isInclusive: true, lower: level - 1, upper: level + 1 } }
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

/** Rearm levels, rounded: 0.3 less 0.1 % is 0.2997, not 0.29969999999999997. */
const around = (level: number, hysteresis: number): Pick<Condition, 'lower' | 'upper'> => ({
  lower: Math.max(0, rounded(level - hysteresis)),
  upper: rounded(level + hysteresis),
})

const rounded = (value: number): number => Number(value.toPrecision(SIGNIFICANT))
