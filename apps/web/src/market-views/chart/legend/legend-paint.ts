import type { Interval } from '@aerie/core/market/candle'
import type { Bar } from '../../../chart-engine/bars/bars.ts'
import { legendText } from '../../../chart-engine/chart-words.ts'

/** The parts of a candle that the legend tells, with the letter of each. */
export const LEGEND_FIELDS = [
  ['open', 'O'],
  ['high', 'H'],
  ['low', 'L'],
  ['close', 'C'],
  ['change', ''],
  ['volume', 'Vol'],
] as const

const LEGEND_PARTS = ['time', ...LEGEND_FIELDS.map(([name]) => name)] as const

/** A bar, the one before it, and the timeframe of both. */
export type Legend = { readonly bar: Bar | null; readonly before: Bar | null; readonly interval: Interval }

/** Writes a bar into the elements of `root` that name their part (`data-part`); only what differs is touched. */
export function paintLegend(root: HTMLElement, { bar, before, interval }: Legend): void {
  if (bar === null) return
  const text = legendText(bar, before, interval)
  root.dataset.painted = ''
  for (const part of root.querySelectorAll<HTMLElement>('[data-part]')) {
    const name = LEGEND_PARTS.find((each) => each === part.dataset.part)
    if (name === undefined) continue
    if (part.textContent !== text[name]) part.textContent = text[name]
    if (name === 'change') part.dataset.tone = text.tone
    if (name === 'time') part.title = text.utc
  }
}
