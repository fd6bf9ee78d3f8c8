import { asciiText } from '@aerie/core/numbers/typed-number'
import { DECIMALS, magnitude, parseDecimal } from '@aerie/core/numbers/units'
import { isDollar } from './markets.ts'
import type { TableRow } from './table.ts'

/** Error of a single row, which is skipped. */
export class RowProblem extends Error {
  override readonly name: string = 'RowProblem'
}

/** Row of an order of which nothing was filled. */
export class NothingFilled extends RowProblem {
  override readonly name = 'NothingFilled'
}

/** Cells of a row by column name. */
export type Cells = {
  /** Text of the first of these columns that exists; else empty. */
  readonly text: (...names: readonly string[]) => string
  readonly raw: (name: string) => string
  /** Figure, whose coin may be written with it, except for fees: their coin matters. */
  readonly decimal: (...names: readonly string[]) => bigint
  readonly decimalOrZero: (...names: readonly string[]) => bigint
  /** Figure with or without its coin: `12.5 USDT`; 0 for nothing. */
  readonly amount: (...names: readonly string[]) => Amount
}

/** Decimals of imported figures. */
export const IMPORT_DECIMALS = DECIMALS.price

/** Normalized column name, without case, spaces, dots, dashes, stray commas and the zone: `Trade Time(UTC+0)` and `Trade Time(Asia/Tokyo)` are `tradetime`. */
export const columnName = (text: string): string =>
  text
    .slice(0, MOST_NAME)
    .normalize('NFKC')
    .toLowerCase()
    .replace(ZONE_IN_NAME, '')
    .replace(/[\s._,"'-]+/g, '')

const MOST_NAME = 200
const ZONE_IN_NAME = /\((?:(?:utc|gmt|local)[^()]*|[a-z_]+\/[a-z_/+-]+)\)/

/** Normalized value of a cell: `FUNDING_FEE` is `funding fee`. */
export const valueName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s._]+/g, ' ')
    .trim()

/** Row accessor for a file; column positions are resolved once. `header`: names from `columnName`. */
export function cellsReader(header: readonly string[]): (row: TableRow) => Cells {
  const indexOf = columnFinder(header)
  return ({ cells, raw }) => {
    const text = (...names: readonly string[]): string => {
      const name = names.find((each) => indexOf(each) !== -1)
      return name === undefined ? '' : (cells[indexOf(name)] ?? '')
    }
    const decimal = (...names: readonly string[]): bigint => {
      const [figure, name] = [text(...names), names[0] ?? '']
      return WITH_COIN.test(figure) && !/fee|commission/i.test(name) ? amountOf(figure, name).value : decimalOf(figure, name)
    }
    return {
      text,
      raw: (name) => raw[indexOf(name)] ?? '',
      decimal,
      decimalOrZero: (...names) => (isNothing(text(...names)) ? 0n : decimal(...names)),
      amount: (...names) => (isNothing(text(...names)) ? NO_AMOUNT : amountOf(text(...names), names[0] ?? '')),
    }
  }
}

/** Coins have at least two letters: `5k` is no figure. */
const WITH_COIN = /\d\)? ?[A-Za-z]{2,10}$/

function columnFinder(header: readonly string[]): (name: string) => number {
  const indexByName = new Map<string, number>()
  return (name) => {
    const known = indexByName.get(name)
    if (known !== undefined) return known
    const place = columnIndex(header, name)
    indexByName.set(name, place)
    return place
  }
}

/** Above what any export has. */
const MOST_COLUMNS = 200
const UNIT = /^(.+)\(([a-z0-9]{2,10})\)$/
const IN_MONEY = /price|fee|total|value|pnl|profit|funding/
const IN_COINS = /qty|quantity|amount|size|vol|executed/

/** Position of a column in a header of names from `columnName`, or -1: `Price (USDT)` is `Price` if no other column is. */
export function columnIndex(header: readonly string[], name: string): number {
  const wanted = columnName(name)
  const exact = header.indexOf(wanted)
  if (exact !== -1 || wanted === '' || header.length > MOST_COLUMNS) return exact
  const isWanted = (each: string): boolean => {
    const [, column = '', unit = ''] = UNIT.exec(each) ?? []
    return column === wanted && (isDollar(unit.toUpperCase()) ? IN_MONEY : IN_COINS).test(column)
  }
  const found = header.findIndex(isWanted)
  return found !== -1 && header.findLastIndex(isWanted) === found ? found : -1
}

/** Maximum length of a figure with its unit; bounds quadratic regex time. */
const MOST_FIGURE = 80

/** Figure format of our own export and most exchanges. */
const PLAIN = /^(-?\d{1,18})(?:\.(\d{1,12}))?$/

const isNothing = (text: string): boolean => text === '' || NOTHING.test(text)
const NOTHING = /^(?:--?|[–—]|n\/?a|null|none)$/i

/** Parses a figure into units of 10⁻¹² without floats; any script, signs, separators; truncates extra decimals. @throws RowProblem */
export function decimalOf(text: string, name: string): bigint {
  if (text.length > MOST_FIGURE) throw notNumber(text, name)
  const plain = PLAIN.exec(text)
  if (plain === null) return dressedDecimal(text, name)
  const [, whole = '', part = ''] = plain
  return BigInt(whole + part.padEnd(IMPORT_DECIMALS, '0'))
}

/** `1,234,567.8`, and Indian `12,34,567.8`. */
const THOUSANDS = /^[-+]?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?(?:[eE][-+]?\d+)?$/

/** Swiss `1'234'567.8` or `1’234.5`. */
const APOSTROPHES = /^[-+]?\d{1,3}(?:['’]\d{3})+(?:\.|$)/

/** Currency before or after a figure: `CA$80`, `-$5`, `CHF 60,000.00`, `12 zł`. */
const CURRENCY = /^([-+(]{0,2})(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3}(?=\s))\s*(?=[-+(.\d])/u
const CURRENCY_AFTER = /(\d\)?)\s*(?:\p{Sc}|zł|kr|Kč|лв)$/u

const notNumber = (text: string, name: string): RowProblem => new RowProblem(`${name} is no number: ${text.slice(0, 40)}`)

/** ASCII digits and minus: browsers of some locales write U+2212. */
const plainText = (text: string): string => asciiText(text).replace(/^−/, '-')

function dressedDecimal(text: string, name: string): bigint {
  const isBracketed = /^\(.*\)$/.test(text)
  const undressed = plainText(text)
    .replace(/^'(?=[-+])/, '')
    .replace(CURRENCY, '$1')
    .replace(CURRENCY_AFTER, '$1')
    .replace(/[\s()]/g, '')
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
  const bare = APOSTROPHES.test(undressed) ? undressed.replaceAll(/['’]/g, '') : undressed
  if (bare.includes(',') && !THOUSANDS.test(bare)) throw notNumber(text, name)
  const plain = bare.replaceAll(',', '').replace(/^\+/, '')
  const parsed = parseDecimal(
    expanded(plain)
      .replace(/(\.\d{12})\d+$/, '$1')
      .replace(/\.$/, '')
      .replace(/^(-?)\./, '$10.'),
    IMPORT_DECIMALS,
  )
  if (!parsed.ok) throw notNumber(text, name)
  return isBracketed ? -magnitude(parsed.value) : parsed.value
}

/** Expands `1.5E-7`; some exchanges write small fees this way. */
function expanded(text: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,2})$/.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', part = '', exponent = '0'] = match
  const point = whole.length + Number(exponent)
  const digits = whole + part
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return `${sign}${digits.padEnd(point, '0').slice(0, point)}.${digits.slice(point) || '0'}`
}

/** Figure with its unit, as in `10SOL` or `0.01 BNB`. */
export type Amount = { readonly value: bigint; readonly unit: string }

const NO_AMOUNT: Amount = { value: 0n, unit: '' }

/** Splits a figure from its coin. `coin`: expected name, which may start with digits. @throws RowProblem */
export function amountOf(text: string, name: string, coin = ''): Amount {
  if (text.length > MOST_FIGURE) throw new RowProblem(`${name} is no number: ${text.slice(0, 40)}`)
  const figure = coin !== '' && text.endsWith(coin) ? text.slice(0, -coin.length).trim() : ''
  if (/\d$/.test(figure)) return { value: decimalOf(figure, name), unit: coin.toUpperCase() }
  return looseAmount(text, name)
}

/** A coin whose name starts with digits, as in `25 1INCH`; groups of thousands have three. */
const DIGITS_IN_COIN = /^([^A-Za-z]{0,40}\d)\s{1,3}((?:\d{1,2}|\d{4,})[A-Za-z][A-Za-z0-9]*)$/

function looseAmount(text: string, name: string): Amount {
  const [, own, coin] = DIGITS_IN_COIN.exec(text) ?? []
  if (own !== undefined && coin !== undefined) return { value: decimalOf(own, name), unit: coin.toUpperCase() }
  const match = /^([-+(]?[\d.,٫٬'’ \u00a0\u202f]*\d\)?(?:[eE][-+]?\d+)?)\s*([A-Za-z0-9$]*?)$/.exec(plainText(text))
  if (match === null) throw new RowProblem(`${name} is no number: ${text.slice(0, 40)}`)
  const [, figure = '', unit = ''] = match
  return { value: decimalOf(figure, name), unit: unit.toUpperCase() }
}
