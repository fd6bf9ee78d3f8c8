import type { Interval } from '@aerie/core/market/candle'
import { numberText } from '@aerie/core/numbers/number-text'
import { shortNumberText } from '@aerie/core/numbers/short-number-text'
import type { Options } from 'klinecharts'
import { barTime } from '../bars/bar-time.ts'

/** Decimals that the library keeps of a price before it comes here: as many as the product's rule can ever show. */
export const KEPT_DECIMALS = 12

/** How the library writes numbers and times on its axes: by the product's rule. The labels of the time axis are ours: see time-ticks.ts. */
export const chartFormats = (interval: Interval): Pick<Options, 'formatter' | 'thousandsSeparator' | 'decimalFold'> => ({
  formatter: {
    formatDate: ({ timestamp }) => barTime(timestamp, interval),
    formatBigNumber: (value) => shortNumberText(Number(value)),
  },
  thousandsSeparator: { format: numberOrText },
  decimalFold: { format: String },
})

/** What is a number becomes one of the product; what is text already stays. */
export function numberOrText(value: string | number): string {
  const number = Number(value)
  return Number.isFinite(number) ? numberText(number) : String(value)
}
