import { numberText } from '@aerie/core/number-text'
import { shortNumberText } from '@aerie/core/short-number-text'
import type { FormatDateParams, Options } from 'klinecharts'
import { timeText } from './chart-words.ts'

/** Decimals that the library keeps of a price before it comes here: as many as the product's rule can ever show. */
export const KEPT_DECIMALS = 12

const dayAndTime = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
/** Labels of the time axis that are kept: a pan asks for the same ones at every frame. */
const MOST_KEPT = 512
const kept = new Map<string, string>()

/** How the library writes numbers and times on its axes: by the product's rule, in the user's zone. */
export const chartFormats: Pick<Options, 'formatter' | 'thousandsSeparator' | 'decimalFold'> = {
  formatter: {
    formatDate: axisTime,
    formatBigNumber: (value) => shortNumberText(Number(value)),
  },
  thousandsSeparator: { format: numberOrText },
  decimalFold: { format: String },
}

/** What is a number becomes one of the product; what is text already stays. */
export function numberOrText(value: string | number): string {
  const number = Number(value)
  return Number.isFinite(number) ? numberText(number) : String(value)
}

function axisTime({ timestamp, template, type }: Pick<FormatDateParams, 'timestamp' | 'template' | 'type'>): string {
  if (type !== 'xAxis') return timeText(timestamp)
  const key = `${template} ${timestamp}`
  const known = kept.get(key)
  if (known !== undefined) return known
  if (kept.size >= MOST_KEPT) kept.clear()
  // The library's template of days and longer has no hours.
  const text = (template.includes('HH') ? dayAndTime : day).format(timestamp)
  kept.set(key, text)
  return text
}
