import { HOUR_MS } from '@aerie/core/time'
import type { Regime, Statistic, StatisticReason, Volatility } from '@aerie/wire/market/analytics'
import { hoursText } from '../../../platform/format/market-text.ts'

/** Percent per year, one decimal; a dash for null. */
export const yearlyText = (percent: number | null): string => (percent === null ? '—' : `${percent.toFixed(1)}%`)

/** Hours up to two days, then days. */
export const spanText = (hours: number): string => (hours < 48 ? hoursText(Math.round(hours)) : `${Math.round(hours / 24)} days`)

export const REGIME_NAMES: Readonly<Record<Regime, string>> = { calm: 'Calm', normal: 'Normal', high: 'High', extreme: 'Extreme' }

/** Symbol per regime, as an alternative to colour. */
export const REGIME_SIGNS: Readonly<Record<Regime, string>> = { calm: '▁', normal: '▃', high: '▅', extreme: '▇' }

/** Percentile as an ordinal: `82nd`. */
export function ordinalText(share: number): string {
  const place = Math.round(100 * share)
  const teen = place % 100 >= 11 && place % 100 <= 13
  return `${place}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')}`
}

export const reasonText = (reason: StatisticReason | null): string =>
  reason === 'gaps' ? 'Candles are missing in this period.' : 'There is too little history for this coin yet.'

export const originText = ({ candles, since, reason }: Statistic): string => {
  if (reason !== null) return reasonText(reason)
  const from = since === null ? '' : ` since ${new Date(since).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return `${candles.toLocaleString('en-US')} hourly candles${from}`
}

export function regimeText({ regime, as_of, days_known }: Pick<Volatility, 'regime' | 'as_of' | 'days_known'>): string {
  if (regime === null) return ''
  const lasted =
    regime.since === null ? `for longer than the ${Math.round(days_known)} days known` : `for ${spanText((as_of - regime.since) / HOUR_MS)}`
  const usual =
    regime.typical_hours === null || regime.longest_hours === null
      ? 'No such period has ended in this history.'
      : `Earlier ones lasted ${spanText(regime.typical_hours)} (median) and ${spanText(regime.longest_hours)} at most (${regime.spells} periods).`
  return `This period has lasted ${lasted}. ${usual}`
}
