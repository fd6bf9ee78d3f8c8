import { closeSync, openSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { numberAt } from '@aerie/core/numbers/number-at'
import { Ems } from '@aerie/forecast/ems'
import { evaluateForecasts, type HorizonScores, type IssuedForecast } from '@aerie/forecast/evaluation'
import { MAX_HOURS, QUANTILE_LEVELS } from '@aerie/forecast/quantile-levels'
import { RandomWalk } from '@aerie/forecast/random-walk'
import { readCandles } from '@aerie/market/replay/read-candles'
import { candleAt, type Series, toHours } from '@aerie/market/replay/series'
import * as z from 'zod/mini'
import { moment } from '../../areas/market/index.ts'

export const EVALUATE_USAGE = `  forecast evaluate --candles F.csv[.gz] --from ISO --to ISO --hours 1,6,12,24 --out Q.csv
                                        runs the forecast over recorded candles, out of sample: each issued quantile to
                                        Q.csv (${QUANTILE_LEVELS.length} log returns a line), the scores as JSON to standard output`

export class EvaluationFailure extends Error {
  override readonly name = 'EvaluationFailure'
}

export type EvaluationOrder = {
  readonly candles: string
  readonly out: string
  /** Open times of the first and last origin, in seconds, inclusive. */
  readonly from: number
  readonly to: number
  readonly hours: readonly number[]
}

const OPTIONS = ['candles', 'from', 'to', 'hours', 'out'] as const
type Option = (typeof OPTIONS)[number]

/** Reads nothing yet. Paths are relative to `folder`. @throws EvaluationFailure */
export function parseEvaluation(args: readonly string[], folder: string): EvaluationOrder {
  const given = readOptions(args)
  const from = parseInstant('from', given.from)
  const to = parseInstant('to', given.to)
  if (from > to) throw new EvaluationFailure(`--from ${given.from} is after --to ${given.to}.`)
  return { candles: resolve(folder, given.candles), out: resolve(folder, given.out), from, to, hours: parseHours(given.hours) }
}

function readOptions(args: readonly string[]): Record<Option, string> {
  const text = { type: 'string' } as const
  let values: Partial<Record<Option, string>>
  try {
    ;({ values } = parseArgs({ args: [...args], options: { candles: text, from: text, to: text, hours: text, out: text } }))
  } catch (error) {
    if (error instanceof TypeError) throw new EvaluationFailure(error.message, { cause: error })
    throw error
  }
  const { candles = '', from = '', to = '', hours = '', out = '' } = values
  const given = { candles, from, to, hours, out }
  const missing = OPTIONS.filter((name) => given[name] === '').map((name) => `--${name}`)
  if (missing.length > 0) throw new EvaluationFailure(`forecast evaluate needs ${missing.join(', ')}.`)
  return given
}

function parseInstant(name: Option, text: string): number {
  const parsed = z.safeParse(moment, text)
  if (parsed.success && parsed.data !== undefined) return parsed.data
  throw new EvaluationFailure(`--${name} "${text}" is not an instant: ISO 8601 such as 2023-01-01T00:00:00Z, or seconds since the epoch.`)
}

function parseHours(text: string): number[] {
  const hours = text.split(',').map((part) => (/^\d{1,2}$/.test(part.trim()) ? Number(part) : Number.NaN))
  if (hours.every((each) => each >= 1 && each <= MAX_HOURS) && new Set(hours).size === hours.length) return hours
  throw new EvaluationFailure(`--hours "${text}" must be different whole hours from 1 to ${MAX_HOURS}, such as 1,6,12,24.`)
}

export type Evaluation = {
  readonly model: string
  readonly baseline: string
  readonly candles: number
  readonly bad_rows: number
  readonly first_candle: string
  readonly last_candle: string
  readonly horizons: readonly HorizonScores[]
}

/** @throws EvaluationFailure if a file cannot be read or written */
export async function evaluateFile(order: EvaluationOrder): Promise<Evaluation> {
  const { series, badRows } = await readHours(order.candles)
  const sink = quantileFile(order.out)
  const model = new Ems()
  const baseline = new RandomWalk()
  try {
    const horizons = evaluateForecasts({ ...order, candles: candlesOf(series), model, baseline, issue: sink.write })
    return {
      model: model.name,
      baseline: baseline.name,
      candles: model.candleCount,
      bad_rows: badRows,
      first_candle: isoOf(series.time[0]),
      last_candle: isoOf(series.time[series.length - 1]),
      horizons,
    }
  } finally {
    sink.close()
  }
}

const isoOf = (seconds = Number.NaN): string => new Date(seconds * 1000).toISOString()

function* candlesOf(series: Series) {
  for (let index = 0; index < series.length; index += 1) yield candleAt(series, index)
}

const HOUR_S = 3600

/** Merges finer candles to hours. */
async function readHours(path: string): Promise<{ series: Series; badRows: number }> {
  const fine = await readCandles(path, '1m')
  if (fine.trouble !== undefined) throw new EvaluationFailure(`The file ${path} ${fine.trouble}.`)
  if (fine.series.length === 0) throw new EvaluationFailure(`The file ${path} holds no candles.`)
  const step = usualStep(fine.series.time)
  if (step > HOUR_S) throw new EvaluationFailure(`The file ${path} has a candle each ${step / HOUR_S} h: hourly or finer ones are needed.`)
  if (step < HOUR_S) return { series: toHours(fine.series), badRows: fine.badRows }
  const hourly = await readCandles(path, '1h')
  return { series: hourly.series, badRows: hourly.badRows }
}

/** Most frequent interval in seconds; robust against gaps and outliers. */
function usualStep(times: Float64Array): number {
  const counts = new Map<number, number>()
  for (let index = 1; index < times.length; index += 1) {
    const step = numberAt(times, index) - numberAt(times, index - 1)
    counts.set(step, (counts.get(step) ?? 0) + 1)
  }
  return [...counts].reduce<[number, number]>((best, next) => (next[1] > best[1] ? next : best), [HOUR_S, 0])[0]
}

const HEADER = `candle_open_time,close,hours,${QUANTILE_LEVELS.map((level) => `q${level}`).join(',')}\n`
const CHUNK_LINES = 2_000

/** Twelve digits: precise to 10⁻¹¹ of a quantile, in half the time of the shortest exact text. */
const digits = (quantile: number): string => quantile.toPrecision(12)

function quantileFile(path: string) {
  const file = openToWrite(path)
  let lines = [HEADER]
  const flush = (): void => {
    writeSync(file, lines.join(''))
    lines = []
  }
  return {
    write: ({ time, close, hours, quantiles }: IssuedForecast): void => {
      lines.push(`${time},${close},${hours},${Array.from(quantiles, digits).join(',')}\n`)
      if (lines.length >= CHUNK_LINES) flush()
    },
    close: (): void => {
      flush()
      closeSync(file)
    },
  }
}

function openToWrite(path: string): number {
  try {
    return openSync(path, 'w')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new EvaluationFailure(`The file ${path} cannot be written (${code}).`, { cause: error })
  }
}

/** `forecast evaluate …`: works on files only, without database or server. */
export async function runEvaluation(args: readonly string[]): Promise<string> {
  // npm runs scripts in the project's folder; paths are relative to the caller's folder.
  const folder = process.env.INIT_CWD ?? process.cwd()
  return `${JSON.stringify(await evaluateFile(parseEvaluation(args, folder)), null, 2)}\n`
}
