import { plainDecimal, plainNumber } from '@aerie/core/numbers/plain-decimal'
import { alertBody } from '@aerie/wire/alerts/alerts'
import * as z from 'zod/mini'
import { openEvaluator } from './evaluator.ts'
import { marketAlert } from './rule.ts'
import type { Firing } from './threshold-series.ts'

/** Unreadable input; the message names the line. */
export class AlertRunFault extends Error {
  override readonly name = 'AlertRunFault'
}

const ruleLine = z.intersection(alertBody, z.object({ id: z.union([z.string().check(z.minLength(1), z.maxLength(200)), z.int()]) }))

/** Printed firing: ISO 8601 time, decimal text. `percent`, `ratio` and `level` are thresholds. */
export type FiringLine = { readonly id: string | number; readonly at: string; readonly value: string; readonly threshold: string }

/** Rules evaluated against price lines. */
export type AlertRun = {
  readonly left: readonly { readonly id: string | number; readonly kind: string }[]
  /** Processes one line: `time_ms,symbol,price[,volume]`. @throws AlertRunFault */
  readonly handle: (cells: readonly string[]) => FiringLine[]
}

/** Parses one JSON rule per line. @throws AlertRunFault for an invalid rule or a duplicate id */
export function openAlertRun(rules: readonly string[]): AlertRun {
  const evaluator = openEvaluator()
  const names = new Map<string, string | number>()
  const left: { id: string | number; kind: string }[] = []
  for (const [index, line] of rules.entries()) {
    if (line.trim() === '') continue
    const { id, ...rule } = parseRule(line, index + 1)
    const key = JSON.stringify(id)
    if (names.has(key)) throw new AlertRunFault(`rule ${index + 1}: there are two rules with the id ${key}.`)
    names.set(key, id)
    const alert = marketAlert(key, rule)
    if (alert === undefined) left.push({ id, kind: rule.kind })
    else evaluator.add(alert)
  }
  let row = 0
  const last = { at: Number.NEGATIVE_INFINITY }
  return {
    left,
    handle(cells) {
      row += 1
      if (row === 1 && isHeader(cells)) return []
      const tick = tickOf(cells, row)
      if (tick.at < last.at) throw new AlertRunFault(`row ${row}: its time is before that of the row above.`)
      last.at = tick.at
      return evaluator.handle(tick).map((firing) => lineOf(firing, names))
    },
  }
}

function parseRule(text: string, line: number): z.output<typeof ruleLine> {
  const result = z.safeParse(ruleLine, jsonOf(text, line))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new AlertRunFault(`rule ${line}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not a rule'}`)
}

function jsonOf(text: string, line: number): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AlertRunFault(`rule ${line}: not JSON.`, { cause: error })
  }
}

const isHeader = (cells: readonly string[]): boolean => cells[0]?.trim().toLowerCase() === 'time_ms'

function tickOf(cells: readonly string[], row: number) {
  const [time = '', symbol = '', price = '', volume = ''] = cells.map((cell) => cell.trim())
  if (symbol === '') throw new AlertRunFault(`row ${row}: the symbol is empty.`)
  const tick = { symbol, at: numberOf(time, 'time_ms', row), price: numberOf(price, 'price', row) }
  if (!Number.isSafeInteger(tick.at))
    throw new AlertRunFault(`row ${row}: time_ms is no whole number of milliseconds: ${time.slice(0, 40)}`)
  if (tick.price <= 0) throw new AlertRunFault(`row ${row}: the price is not above 0: ${price.slice(0, 40)}`)
  return volume === '' ? tick : { ...tick, volume: volumeOf(volume, row) }
}

function volumeOf(text: string, row: number): number {
  const volume = numberOf(text, 'volume', row)
  if (volume < 0) throw new AlertRunFault(`row ${row}: the volume is below 0: ${text.slice(0, 40)}`)
  return volume
}

function numberOf(text: string, name: string, row: number): number {
  const value = plainNumber(text)
  if (value === undefined) throw new AlertRunFault(`row ${row}: ${name} is no number: ${text.slice(0, 40)}`)
  return value
}

const lineOf = ({ id, at, value, threshold }: Firing, names: ReadonlyMap<string, string | number>): FiringLine => ({
  id: names.get(id) ?? id,
  at: new Date(at).toISOString(),
  value: plainDecimal(value),
  threshold: plainDecimal(threshold),
})
