import type { Drawing } from '@aerie/wire/market/charts'
import * as WORDS from './drawings-words.ts'

export type DrawingKind = Drawing['kind']

/** Drawing tools in the order of their menu: name, how many points they need, and their key while the chart has the focus. */
export const DRAWING_KINDS: Readonly<Record<DrawingKind, { readonly label: string; readonly points: 1 | 2; readonly key: string }>> = {
  segment: { label: WORDS.trendLine, points: 2, key: 't' },
  ray: { label: WORDS.ray, points: 2, key: 'r' },
  horizontal: { label: WORDS.horizontalLine, points: 1, key: 'h' },
  vertical: { label: WORDS.verticalLine, points: 1, key: 'v' },
  rectangle: { label: WORDS.rectangle, points: 2, key: 'b' },
  fibonacci: { label: WORDS.fibonacciRetracement, points: 2, key: 'f' },
  measure: { label: WORDS.measure, points: 2, key: 'm' },
  text: { label: WORDS.text, points: 1, key: 'x' },
}
