import { closeSync, openSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { numberAt } from '@aerie/core/item-at'
import type { Candle } from '@aerie/core/market/candle'
import { Ems } from '@aerie/forecast/ems'
import { evaluateForecasts, type HorizonScores, type IssuedForecast } from '@aerie/forecast/evaluation'
import { FromNow } from '@aerie/forecast/from-now'
import { MAX_HOURS, QUANTILE_LEVELS } from '@aerie/forecast/quantile-levels'
import { RandomWalk } from '@aerie/forecast/random-walk'
import { readCandles } from '@aerie/market/replay/read-candles'
import { candleAt, type Series, toHours } from '@aerie/market/replay/series'
import { moment } from '@aerie/wire/market/candles'
import * as z from 'zod/mini'
import { CommandFailure } from './usage.ts'

export const EVALUATE_USAGE = `  forecast evaluate --candles F.csv[.gz] --from ISO --to ISO --hours 1,6,12,24 --out Q.csv
                                        runs the forecast over recorded candles, out of sample: each issued quantile to
                                        Q.csv (${QUANTILE_LEVELS.length} log returns a line), the scores as JSON to standard output
                     [--every 5m]       the candles are of this interval, a divisor of an hour, and each close is an origin:
                                        the forecast from now, with its scores by the minutes since the full hour
                     [--history H.csv[.gz]]  hourly candles from before the first of F`

export type EvaluationOrder = {
  readonly candles: string
  readonly out: string
  /** Open times of the first and last origin, in seconds, inclusive. */
  readonly from: number
  readonly to: number
  readonly hours: readonly number[]
  /** Interval of the candles in seconds; absent: they are merged to hours. */
  readonly every?: number | undefined
  /** Path of hourly candles fed before. */
  readonly history?: string | undefined
}

const HOUR_S = 3600
const MINUTE_S = 60

const OPTIONS = ['candles', 'from', 'to', 'hours', 'out'] as const
type Option = (typeof OPTIONS)[number]

/** Reads nothing yet. Paths are relative to `folder`. @throws CommandFailure */
export function parseEvaluation(args: readonly string[], folder: string): EvaluationOrder {
  const given = readOptions(args)
  const from = parseInstant('from', given.from)
  const to = parseInstant('to', given.to)
  if (from > to) throw new CommandFailure(`--from ${given.from} is after --to ${given.to}.`)
  return {
    candles: resolve(folder, given.candles),
    out: resolve(folder, given.out),
    from,
    to,
    hours: parseHours(given.hours),
    every: given.every === undefined ? undefined : parseEvery(given.every),
    history: given.history === undefined ? undefined : resolve(folder, given.history),
  }
}

type Given = Record<Option, string> & { readonly every?: string | undefined; readonly history?: string | undefined }

function readOptions(args: readonly string[]): Given {
  const text = { type: 'string' } as const
  let values: Partial<Given>
  const options = { candles: text, from: text, to: text, hours: text, out: text, every: text, history: text }
  try {
    ;({ values } = parseArgs({ args: [...args], options }))
  } catch (error) {
    if (error instanceof TypeError) throw new CommandFailure(error.message, { cause: error })
    throw error
  }
  const { candles = '', from = '', to = '', hours = '', out = '', every, history } = values
  const given = { candles, from, to, hours, out, every, history }
  const missing = OPTIONS.filter((name) => given[name] === '').map((name) => `--${name}`)
  if (missing.length > 0) throw new CommandFailure(`forecast evaluate needs ${missing.join(', ')}.`)
  return given
}

function parseInstant(name: Option, text: string): number {
  const parsed = z.safeParse(moment, text)
  if (parsed.success && parsed.data !== undefined) return parsed.data
  throw new CommandFailure(`--${name} "${text}" is not an instant: ISO 8601 such as 2023-01-01T00:00:00Z, or seconds since the epoch.`)
}

function parseHours(text: string): number[] {
  const hours = text.split(',').map((part) => (/^\d{1,2}$/.test(part.trim()) ? Number(part) : Number.NaN))
  if (hours.every((each) => each >= 1 && each <= MAX_HOURS) && new Set(hours).size === hours.length) return hours
  throw new CommandFailure(`--hours "${text}" must be different whole hours from 1 to ${MAX_HOURS}, such as 1,6,12,24.`)
}

function parseEvery(text: string): number {
  const [, count, unit] = /^(\d{1,2})([mh])$/.exec(text) ?? []
  const seconds = Number(count) * (unit === 'h' ? HOUR_S : MINUTE_S)
  if (seconds > 0 && HOUR_S % seconds === 0) return seconds
  throw new CommandFailure(`--every "${text}" must divide an hour, in whole minutes: 1m, 5m, 15m, 1h.`)
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

/** @throws CommandFailure if a file cannot be read or written */
export async function evaluateFile(order: EvaluationOrder): Promise<Evaluation> {
  const { every = HOUR_S } = order
  const isHourly = every === HOUR_S
  const { series, badRows } = isHourly ? await readHours(order.candles) : await readFine(order.candles, every)
  const history = order.history === undefined ? [] : await hoursBefore(order.history, series.time[0])
  const sink = quantileFile(order.out)
  const { model, ...models } = isHourly ? hourlyModels(history) : modelsFromNow(every, history)
  try {
    const request = { ...order, ...models, model, candles: candlesOf(series), issue: sink.write, stepSeconds: every }
    const horizons = evaluateForecasts(request)
    return {
      model: model.name,
      baseline: 'random-walk',
      candles: isHourly ? model.candleCount : series.length,
      bad_rows: badRows,
      first_candle: isoOf(series.time[0]),
      last_candle: isoOf(series.time[series.length - 1]),
      horizons,
    }
  } finally {
    sink.close()
  }
}

function hourlyModels(history: readonly Candle[]) {
  const [model, baseline] = [new Ems(), new RandomWalk()]
  for (const candle of history) if (model.update(candle)) baseline.update(candle)
  return { model, baseline }
}

function modelsFromNow(every: number, history: readonly Candle[]) {
  const model = new FromNow(every)
  for (const candle of history) model.addHour(candle)
  const { baseline, reanchored, late } = model
  return { model, baseline, alternatives: { reanchored, late } }
}

const isoOf = (seconds = Number.NaN): string => new Date(seconds * 1000).toISOString()

function* candlesOf(series: Series) {
  for (let index = 0; index < series.length; index += 1) yield candleAt(series, index)
}

/** Candles of exactly this interval; any candle off its grid is skipped by the model. */
async function readFine(path: string, every: number): Promise<{ series: Series; badRows: number }> {
  const { series, badRows, trouble } = await readCandles(path, '1m')
  if (trouble !== undefined) throw new CommandFailure(`The file ${path} ${trouble}.`)
  if (series.length === 0) throw new CommandFailure(`The file ${path} holds no candles.`)
  const step = usualStep(series.time)
  if (step === every || series.length === 1) return { series, badRows }
  throw new CommandFailure(`The file ${path} has a candle each ${step / MINUTE_S} min, not each ${every / MINUTE_S} min as --every says.`)
}

/** The hours that had closed when the first fine candle opened: later ones would be the future. */
async function hoursBefore(path: string, first = Number.NaN): Promise<Candle[]> {
  const { series } = await readHours(path)
  return [...candlesOf(series)].filter(({ time }) => time + HOUR_S <= first)
}

/** Merges finer candles to hours. */
async function readHours(path: string): Promise<{ series: Series; badRows: number }> {
  const fine = await readCandles(path, '1m')
  if (fine.trouble !== undefined) throw new CommandFailure(`The file ${path} ${fine.trouble}.`)
  if (fine.series.length === 0) throw new CommandFailure(`The file ${path} holds no candles.`)
  const step = usualStep(fine.series.time)
  if (step > HOUR_S) throw new CommandFailure(`The file ${path} has a candle each ${step / HOUR_S} h: hourly or finer ones are needed.`)
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
    throw new CommandFailure(`The file ${path} cannot be written (${code}).`, { cause: error })
  }
}

/** `forecast evaluate …`: works on files only, without database or server. */
export async function runEvaluation(args: readonly string[]): Promise<string> {
  // npm runs scripts in the project's folder; paths are relative to the caller's folder.
  const folder = process.env.INIT_CWD ?? process.cwd()
  return `${JSON.stringify(await evaluateFile(parseEvaluation(args, folder)), null, 2)}\n`
}
