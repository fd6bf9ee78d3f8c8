import { asciiText } from '@aerie/core/numbers/typed-number'
import { DECIMALS, magnitude, parseDecimal } from '@aerie/core/numbers/units'
import type { TableRow } from './table.ts'

/** What is wrong with one row, in words; the row is left out. */
export class RowProblem extends Error {
  override readonly name = 'RowProblem'
}

/** Cells of a row by the names of their columns. */
export type Cells = {
  /** Text of the first of the columns that the file has; empty where it has none. */
  readonly text: (...names: readonly string[]) => string
  /** The same as it stands in the file, with spaces at its ends. */
  readonly raw: (name: string) => string
  /** Its decimal in units of 10⁻¹². @throws RowProblem */
  readonly decimal: (...names: readonly string[]) => bigint
  /** The same, 0 where the cell is empty. @throws RowProblem */
  readonly decimalOrZero: (...names: readonly string[]) => bigint
}

/** Digits after the point of an imported figure. */
export const IMPORT_DECIMALS = DECIMALS.price

/** A column's name as it is compared: without case, spaces at its ends, and dots or spaces within. */
export const columnName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s._]+/g, ' ')
    .trim()

/**
 * Access to the cells of a file's rows. Where a column stands is looked for once.
 *
 * @param header names of the columns, by `columnName`
 * @throws never
 */
export function cellsReader(header: readonly string[]): (row: TableRow) => Cells {
  const placeOf = columnFinder(header)
  return ({ cells, raw }) => {
    const text = (...names: readonly string[]): string => {
      const name = names.find((each) => placeOf(each) !== -1)
      return name === undefined ? '' : (cells[placeOf(name)] ?? '')
    }
    const decimal = (...names: readonly string[]): bigint => decimalOf(text(...names), names[0] ?? '')
    return {
      text,
      raw: (name) => raw[placeOf(name)] ?? '',
      decimal,
      decimalOrZero: (...names) => (isNothing(text(...names)) ? 0n : decimal(...names)),
    }
  }
}

/** Place of a column by its name; -1 where there is none. */
function columnFinder(header: readonly string[]): (name: string) => number {
  const places = new Map<string, number>()
  return (name) => {
    const known = places.get(name)
    if (known !== undefined) return known
    const place = header.indexOf(columnName(name))
    places.set(name, place)
    return place
  }
}

/** Longest text of a figure with its unit. Longer ones are none, and a regular expression may take the square of their length. */
const MOST_FIGURE = 80

/** As our own export and most exchanges write a figure. */
const PLAIN = /^(-?\d{1,18})(?:\.(\d{1,12}))?$/

const isNothing = (text: string): boolean => text === '' || text === '-' || text === '--'

/**
 * A figure of a file in units of 10⁻¹²: with a sign, thousands separators or a currency sign, in the digits of any script, in brackets
 * where it is negative; more than twelve decimals are cut toward zero. Never by way of a float.
 *
 * @throws RowProblem
 */
export function decimalOf(text: string, name: string): bigint {
  if (text.length > MOST_FIGURE) throw notNumber(text, name)
  const plain = PLAIN.exec(text)
  if (plain === null) return dressedDecimal(text, name)
  const [, whole = '', part = ''] = plain
  return BigInt(whole + part.padEnd(IMPORT_DECIMALS, '0'))
}

/** `1,234,567.8`, and `12,34,567.8` as in India. */
const THOUSANDS = /^[-+]?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?(?:[eE][-+]?\d+)?$/

/** `1'234'567.8` or `1’234.5`, as in Switzerland. */
const APOSTROPHES = /^[-+]?\d{1,3}(?:['’]\d{3})+(?:\.|$)/

const notNumber = (text: string, name: string): RowProblem => new RowProblem(`${name} is no number: ${text.slice(0, 40)}`)

function dressedDecimal(text: string, name: string): bigint {
  const isBracketed = /^\(.*\)$/.test(text)
  const undressed = asciiText(text)
    .replace(/^'(?=[-+])/, '')
    .replace(/[$€£\s()]/g, '')
  const bare = APOSTROPHES.test(undressed) ? undressed.replaceAll(/['’]/g, '') : undressed
  if (bare.includes(',') && !THOUSANDS.test(bare)) throw notNumber(text, name)
  const plain = bare.replaceAll(',', '').replace(/^\+/, '')
  const parsed = parseDecimal(
    expanded(plain)
      .replace(/(\.\d{12})\d+$/, '$1')
      .replace(/^(-?)\./, '$10.'),
    IMPORT_DECIMALS,
  )
  if (!parsed.ok) throw notNumber(text, name)
  return isBracketed ? -magnitude(parsed.value) : parsed.value
}

/** `1.5E-7` without its exponent; some exchanges write small fees so. */
function expanded(text: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,2})$/.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', part = '', exponent = '0'] = match
  const point = whole.length + Number(exponent)
  const digits = whole + part
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return `${sign}${digits.padEnd(point, '0').slice(0, point)}.${digits.slice(point) || '0'}`
}

/** A figure with its unit, as in `10SOL` or `0.01 BNB`. */
export type Amount = { readonly value: bigint; readonly unit: string }

/**
 * Splits a figure from the coin behind it.
 *
 * @param coin that may stand behind it: its name may begin with digits, which are none of the figure's
 * @throws RowProblem
 */
export function amountOf(text: string, name: string, coin = ''): Amount {
  if (text.length > MOST_FIGURE) throw new RowProblem(`${name} is no amount: ${text.slice(0, 40)}`)
  const figure = coin !== '' && text.endsWith(coin) ? text.slice(0, -coin.length).trim() : ''
  if (/\d$/.test(figure)) return { value: decimalOf(figure, name), unit: coin.toUpperCase() }
  return looseAmount(text, name)
}

function looseAmount(text: string, name: string): Amount {
  const match = /^([-+]?[\d.,]+(?:[eE][-+]?\d+)?)\s*([A-Za-z0-9]*?)$/.exec(text)
  if (match === null) throw new RowProblem(`${name} is no amount: ${text.slice(0, 40)}`)
  const [, figure = '', unit = ''] = match
  return { value: decimalOf(figure, name), unit: unit.toUpperCase() }
}
