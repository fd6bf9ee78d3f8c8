import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { floatAt, itemAt } from '@aerie/core/item-at'
import { type Candle, candleOpen, type Interval, isSoundCandle } from '@aerie/core/market/candle'
import { candleAt, type Series } from './series.ts'

/** Result of reading a file. */
export type ReadCandles = {
  readonly series: Series
  readonly badRows: number
  /** Reason for an incomplete read; rows before it are kept. */
  readonly trouble: string | undefined
}

const COLUMN_NAMES = {
  time: ['time', 'timestamp', 'open_time', 'opentime', 'open time', 'date', 'unix'],
  open: ['open'],
  high: ['high'],
  low: ['low'],
  close: ['close'],
  volume: ['volume', 'vol', 'volume_base', 'base_volume'],
} as const
const [NEWLINE, RETURN, COMMA] = [10, 13, 44]
/** In bytes; longer rows are rejected. */
const LONGEST_ROW = 65_536

/** Streams a CSV of candles, gzip or plain, in s, ms or µs; descending files are reversed. Errors are returned, never thrown. */
export async function readCandles(path: string, interval: Interval): Promise<ReadCandles> {
  const rows = rowSink(interval)
  const source = createReadStream(path)
  let trouble: string | undefined
  try {
    let carry: Buffer = Buffer.alloc(0)
    for await (const chunk of unpacked(source, path)) carry = feedLines(carry.length === 0 ? chunk : Buffer.concat([carry, chunk]), rows)
    if (carry.length > 0) rows.line(carry, 0, carry.length)
    trouble = rows.missingColumns()
  } catch (error) {
    trouble = troubleText(error)
  } finally {
    source.destroy()
  }
  return { ...rows.finish(), trouble }
}

const unpacked = (source: Readable, path: string): AsyncIterable<Buffer> => {
  if (!path.toLowerCase().endsWith('.gz')) return source
  const gunzip = createGunzip()
  source.once('error', (error) => gunzip.destroy(error))
  return source.pipe(gunzip)
}

function troubleText(error: unknown): string {
  if (error instanceof UnusableFile) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  return code === 'Z_BUF_ERROR' ? 'is cut short' : code.startsWith('Z_') ? 'is not sound gzip' : `could not be read (${code})`
}

class UnusableFile extends Error {
  override readonly name = 'UnusableFile'
}

/** @returns the bytes after the last newline, to be prepended to the next chunk */
function feedLines(bytes: Buffer, rows: RowSink): Buffer {
  let from = 0
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
    rows.line(bytes, from, end)
    from = end + 1
  }
  if (bytes.length - from > LONGEST_ROW) throw new UnusableFile('is not a CSV of candles')
  return bytes.subarray(from)
}

type RowSink = ReturnType<typeof rowSink>

function rowSink(interval: Interval) {
  const store = growingSeries(interval)
  let columns: Columns | undefined
  let badRows = 0
  return {
    line: (bytes: Buffer, from: number, newline: number) => {
      const to = bytes[newline - 1] === RETURN && newline > from ? newline - 1 : newline
      if (to === from) return
      if (columns === undefined) {
        columns = parseHeader(bytes.toString('utf8', from, to))
        return
      }
      const candle = parseRow(bytes, from, to, columns)
      if (candle !== undefined && isSoundCandle(candle) && candleOpen(candle.time, interval) === candle.time) store.add(candle)
      else badRows += 1
    },
    missingColumns: () => (columns === undefined ? 'is empty' : undefined),
    finish: () => {
      const { series, dropped } = store.inOrder()
      return { series, badRows: badRows + dropped }
    },
  }
}

type Columns = { readonly positions: readonly number[]; readonly last: number }

function parseHeader(line: string): Columns {
  const names = line.split(',').map((name) =>
    name
      .replace(/^\uFEFF/, '')
      .replaceAll('"', '')
      .trim()
      .toLowerCase(),
  )
  const positions = Object.entries(COLUMN_NAMES).map(([column, accepted]) => {
    const place = accepted.map((name) => names.indexOf(name)).find((index) => index >= 0)
    if (place === undefined) throw new UnusableFile(`has no column "${column}"`)
    return place
  })
  return { positions, last: Math.max(...positions) }
}

const STARTS: number[] = []

function parseRow(bytes: Buffer, from: number, to: number, { positions, last }: Columns): Candle | undefined {
  STARTS.length = 0
  STARTS.push(from)
  for (let at = from; at < to && STARTS.length <= last + 1; at += 1) if (bytes[at] === COMMA) STARTS.push(at + 1)
  if (STARTS.length <= last) return undefined
  const field = (column: number): number => {
    const place = itemAt(positions, column)
    return parseDecimal(bytes, itemAt(STARTS, place), place + 1 < STARTS.length ? itemAt(STARTS, place + 1) - 1 : to)
  }
  return { time: inSeconds(field(0)), open: field(1), high: field(2), low: field(3), close: field(4), volume: field(5) }
}

/** Detects the unit by magnitude: seconds have ten digits until the year 2286, milliseconds 13, microseconds 16. */
const inSeconds = (time: number): number => (time > 1e14 ? time / 1e6 : time > 1e11 ? time / 1e3 : time)

function growingSeries(interval: Interval) {
  let capacity = 1024
  let length = 0
  const columns = {
    time: new Float64Array(capacity),
    open: new Float64Array(capacity),
    high: new Float64Array(capacity),
    low: new Float64Array(capacity),
    close: new Float64Array(capacity),
    volume: new Float64Array(capacity),
  }
  const names = ['time', 'open', 'high', 'low', 'close', 'volume'] as const
  const resize = (size: number) => {
    for (const name of names) {
      const grown = new Float64Array(size)
      grown.set(columns[name].subarray(0, Math.min(length, size)))
      columns[name] = grown
    }
    capacity = size
  }
  const setCandle = (index: number, candle: Candle) => {
    for (const name of names) columns[name][index] = candle[name]
  }
  return {
    add: (candle: Candle) => {
      if (length === capacity) resize(capacity * 2)
      setCandle(length, candle)
      length += 1
    },
    inOrder: (): { series: Series; dropped: number } => {
      if (length > 1 && floatAt(columns.time, 0) > floatAt(columns.time, length - 1))
        for (const name of names) columns[name].subarray(0, length).reverse()
      const all = length
      length = 0
      for (let index = 0; index < all; index += 1) {
        if (length > 0 && floatAt(columns.time, index) <= floatAt(columns.time, length - 1)) continue
        setCandle(length, candleAt({ interval, length: all, ...columns }, index))
        length += 1
      }
      resize(length)
      return { series: { interval, length, ...columns }, dropped: all - length }
    },
  }
}

const POWERS = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)
const [ZERO, NINE, POINT] = [48, 57, 46]
/** Integers below 10^15 divided by a power of ten up to 10^22 are rounded once, hence correctly; the rest is left to `Number`. */
const EXACT_DIGITS = 15

/** Equals `Number(text)`; NaN if invalid. Source: W. D. Clinger, How to read floating point numbers accurately, PLDI 1990 */
export function parseDecimal(bytes: Uint8Array, from: number, to: number): number {
  let mantissa = 0
  let point = -1
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at]!
    if (byte >= ZERO && byte <= NINE) mantissa = mantissa * 10 + (byte - ZERO)
    else if (byte === POINT && point < 0) point = at
    else return parseSlowly(bytes, from, to)
  }
  const decimals = point < 0 ? 0 : to - point - 1
  const digits = to - from - (point < 0 ? 0 : 1)
  return digits === 0 || digits > EXACT_DIGITS ? parseSlowly(bytes, from, to) : mantissa / POWERS[decimals]!
}

function parseSlowly(bytes: Uint8Array, from: number, to: number): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from)
    .toString('latin1')
    .replace(/^"(.*)"$/, '$1')
    .trim()
  return /^-?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
}
