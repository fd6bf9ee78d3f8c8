import type { Interval } from '@aerie/core/market/candle'
import { numberText, shortNumberText } from '@aerie/core/numbers/number-text'
import type { Options } from 'klinecharts'
import { barTime } from '../bars/bar-time.ts'

/** Decimals that the library keeps before our formatting: the most that the product ever shows. */
export const KEPT_DECIMALS = 12

export const chartFormats = (interval: Interval): Pick<Options, 'formatter' | 'thousandsSeparator' | 'decimalFold'> => ({
  formatter: {
    formatDate: ({ timestamp }) => barTime(timestamp, interval),
    formatBigNumber: (value) => shortNumberText(Number(value)),
  },
  thousandsSeparator: { format: numberOrText },
  decimalFold: { format: String },
})

export function numberOrText(value: string | number): string {
  const number = Number(value)
  return Number.isFinite(number) ? numberText(number) : String(value)
}
