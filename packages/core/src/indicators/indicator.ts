import type { Candle } from '../market/candle.ts'

/** What an indicator says at one candle, by key; a key that is absent is not known there (too little history, say). */
export type Row = { readonly [key: string]: number | undefined }

/** Everything the value at candle `index` may depend on: the candles up to it and the rows before it. */
export type Step = {
  readonly candles: readonly Candle[]
  readonly index: number
  readonly rows: readonly Row[]
  readonly parameters: readonly number[]
}

/** A line, a bar from zero, or a dot at each candle. */
export type IndicatorFigure = { readonly key: string; readonly title: string; readonly kind: 'line' | 'bar' | 'dot' }

/** One number a user may set: whole unless `isFraction`, from `min` to `max`. */
export type IndicatorParameter = {
  readonly label: string
  readonly initial: number
  readonly min: number
  readonly max: number
  readonly isFraction?: boolean
}

/**
 * An indicator as a step: the row of a candle from the candles and the rows before it. So a tick, which changes the last
 * candle only, costs one step, whatever the length of the history. Formulas and sources: docs/math/indicators.md.
 */
export type Indicator = {
  /** As it is saved; never another. */
  readonly name: string
  /** Its short name on the chart, where that is another: the one traders use. */
  readonly label?: string
  readonly title: string
  /** Drawn over the candles; otherwise in a pane of its own. */
  readonly isOnPrice: boolean
  /** As many as it has by default. */
  readonly parameters: readonly IndicatorParameter[]
  /** Given: each parameter is a line of its own, and there may be one to so many of them. */
  readonly mostLines?: number
  /** Values that its pane marks with a line, such as 30 and 70. */
  readonly levels?: readonly number[]
  readonly figures: (parameters: readonly number[]) => readonly IndicatorFigure[]
  readonly step: (step: Step) => Row
}

/**
 * Brings `rows` up to date with `candles` in place: rows before `from` are kept, the rest computed in order.
 *
 * @param input its `to` is the number of candles to go by, where not all: the rest may follow later
 * @param from index of the first candle that has changed; at most `rows.length`
 * @returns `rows`, as long as `candles` (or `to`)
 * @throws never
 */
export function updateRows(
  indicator: Indicator,
  input: Omit<Step, 'index' | 'rows'> & { readonly to?: number },
  rows: Row[],
  from: number,
): Row[] {
  const start = Math.max(0, Math.min(from, rows.length))
  rows.length = start
  // One object for all: a new one for each candle is half of the work of a long history.
  const step = { ...input, rows, index: start }
  const end = Math.min(input.to ?? Number.POSITIVE_INFINITY, input.candles.length)
  for (; step.index < end; step.index++) rows.push(finite(indicator.step(step)))
  return rows
}

/** What is not a number (an unknown volume, a division by nothing) is not known. */
function finite(row: Row): Row {
  for (const key in row) if (!Number.isFinite(row[key])) return onlyFinite(row)
  return row
}

const onlyFinite = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([, value]) => Number.isFinite(value)))
