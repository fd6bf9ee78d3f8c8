import type { Drawing } from '@aerie/wire/market/charts'

export type DrawingKind = Drawing['kind']

/** Drawing tools in menu order; the key applies while the chart has the focus. */
export const DRAWING_KINDS: Readonly<Record<DrawingKind, { readonly label: string; readonly points: 1 | 2; readonly key: string }>> = {
  segment: { label: 'Trend line', points: 2, key: 't' },
  ray: { label: 'Ray', points: 2, key: 'r' },
  horizontal: { label: 'Horizontal line', points: 1, key: 'h' },
  vertical: { label: 'Vertical line', points: 1, key: 'v' },
  rectangle: { label: 'Rectangle', points: 2, key: 'b' },
  fibonacci: { label: 'Fibonacci retracement', points: 2, key: 'f' },
  measure: { label: 'Measure', points: 2, key: 'm' },
  text: { label: 'Text', points: 1, key: 'x' },
}

/** Epoch milliseconds and price. */
export type MarketPoint = { readonly time: number; readonly price: number }
