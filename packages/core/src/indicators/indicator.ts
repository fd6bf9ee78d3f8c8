import type { Candle } from '../market/candle.ts'

/** Indicator values at one candle, by key; an absent key is unknown there, for example for lack of history. */
export type Row = { readonly [key: string]: number | undefined }

/** Inputs for the value at candle `index`: candles up to it and the rows before it. */
export type Step = {
  readonly candles: readonly Candle[]
  readonly index: number
  readonly rows: readonly Row[]
  readonly parameters: readonly number[]
}

/** A line, a bar from zero, or a dot per candle. */
export type IndicatorFigure = { readonly key: string; readonly title: string; readonly kind: 'line' | 'bar' | 'dot' }

/** One user-settable number from `min` to `max`; an integer unless `isFraction`. */
export type IndicatorParameter = {
  readonly label: string
  readonly initial: number
  readonly min: number
  readonly max: number
  readonly isFraction?: boolean
}

/** An indicator as a step function, so a tick costs one step whatever the history length. Formulas and sources: docs/math/indicators.md */
export type Indicator = {
  /** Persisted: must never change. */
  readonly name: string
  readonly label?: string
  readonly title: string
  readonly isOnPrice: boolean
  readonly parameters: readonly IndicatorParameter[]
  /** If set, each parameter is its own line, and this is the maximum number of lines. */
  readonly mostLines?: number
  readonly levels?: readonly number[]
  readonly figures: (parameters: readonly number[]) => readonly IndicatorFigure[]
  readonly step: (step: Step) => Row
}

/** Updates `rows` in place from candle `from` (at most `rows.length`) up to `input.to`, or to the end, and returns them. */
export function updateRows(
  indicator: Indicator,
  input: Omit<Step, 'index' | 'rows'> & { readonly to?: number },
  rows: Row[],
  from: number,
): Row[] {
  const start = Math.max(0, Math.min(from, rows.length))
  rows.length = start
  // One shared object: allocating one per candle takes half the time on a long history.
  const step = { ...input, rows, index: start }
  const end = Math.min(input.to ?? Number.POSITIVE_INFINITY, input.candles.length)
  for (; step.index < end; step.index++) rows.push(finite(indicator.step(step)))
  return rows
}

function finite(row: Row): Row {
  for (const key in row) if (!Number.isFinite(row[key])) return onlyFinite(row)
  return row
}

const onlyFinite = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([, value]) => Number.isFinite(value)))
