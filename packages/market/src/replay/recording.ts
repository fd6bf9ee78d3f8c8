import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { itemAt } from '@aerie/core/item-at'
import { INTERVALS, type Interval } from '@aerie/core/market/candle'
import { DAY_MS, type EpochMs } from '@aerie/core/time'
import { coinBySymbol } from '../catalogue.ts'
import { MarketSourceError, type MarketTick } from '../market-source.ts'
import { type ReadCandles, readCandles } from './read-candles.ts'
import { closesAt, opensAt, type Series, toHours } from './series.ts'

/** One coin of a recording. */
export type RecordedCoin = {
  readonly symbol: string
  readonly quote: MarketTick['quote']
  /** Candles whose opens and closes are the prices shown. */
  readonly prices: Series
  /** Candles provided by the source; intervals not derivable from the recording are absent. */
  readonly candles: { readonly '1m'?: Series; readonly '1h'?: Series }
}

/** A loaded recording: coins and time range. */
export type Recording = {
  readonly coins: readonly RecordedCoin[]
  readonly from: number
  readonly end: number
  readonly remarks: readonly string[]
}

const AT_ONCE = 4
const DEFAULT_WINDOW_MS = 90 * DAY_MS
const MOST = 0.75
/** Overlaps that differ by less count as equal; then the finer recording is preferred. */
const OVERLAP_GRAIN_MS = DAY_MS

type Loaded = { readonly file: RecordingFile; readonly series: Series }

/** Loads the finest recording per coin, daily only if no file is finer. @throws MarketSourceError `bad-setting` if none is usable */
export async function loadRecording(files: readonly RecordingFile[], from?: EpochMs): Promise<Recording> {
  const remarks: string[] = []
  const wanted = choosable(files, remarks)
  const loaded = await loadAll(wanted, remarks)
  if (loaded.length === 0) throw new MarketSourceError('bad-setting', `REPLAY_DIR has no usable recording. ${remarks.join(' ')}`.trim())
  const span = { from: from ?? defaultFrom(loaded), end: Math.max(...loaded.map(({ series }) => closesAt(series, series.length - 1))) }
  refuseOutside(loaded, span)
  const coins = chosen(loaded, span).map(recordedCoin)
  const end = Math.max(...coins.map(({ prices }) => closesAt(prices, prices.length - 1)))
  return { coins, from: span.from, end, remarks }
}

function choosable(files: readonly RecordingFile[], remarks: string[]): RecordingFile[] {
  // Four hours and weeks cannot be split into hours.
  const usable = files.filter(({ interval }) => interval !== '4h' && interval !== '1w')
  const isKnown = ({ symbol }: RecordingFile) => coinBySymbol(symbol) !== undefined
  const hasFiner = usable.some((file) => isKnown(file) && file.interval !== '1d')
  const fine = usable.filter(({ interval }) => !hasFiner || interval !== '1d')
  const unknown = [...new Set(fine.filter((file) => !isKnown(file)).map(({ symbol }) => symbol))]
  if (unknown.length > 0) remarks.push(`Not in the catalogue, left out: ${shortList(unknown)}.`)
  return fine.filter(isKnown)
}

const shortList = (names: readonly string[]): string =>
  names.length > 6 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')

async function loadAll(files: readonly RecordingFile[], remarks: string[]): Promise<Loaded[]> {
  const loaded: Loaded[] = []
  const queue = [...files]
  let badRows = 0
  const work = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const { series, trouble, badRows: bad } = await load(file)
      badRows += bad
      if (trouble !== undefined) remarks.push(`${file.name} ${trouble}.`)
      if (series.length > 0) loaded.push({ file, series })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (badRows > 0) remarks.push(`${badRows === 1 ? '1 invalid row' : `${badRows} invalid rows`} skipped.`)
  return loaded.toSorted((a, b) => (a.file.path < b.file.path ? -1 : 1))
}

async function load(file: RecordingFile): Promise<ReadCandles> {
  const read = await readCandles(file.path, file.interval)
  const series = file.interval === '5m' || file.interval === '15m' ? toHours(read.series) : read.series
  return { ...read, series, trouble: read.trouble ?? (series.length === 0 ? 'has no usable row' : undefined) }
}

/** 90 days before the newest close that three quarters of the coins reach, but not before the first candle. */
function defaultFrom(loaded: readonly Loaded[]): number {
  const ends = new Map<string, number>()
  for (const { file, series } of loaded) {
    ends.set(file.symbol, Math.max(ends.get(file.symbol) ?? 0, closesAt(series, series.length - 1)))
  }
  const newestFirst = [...ends.values()].toSorted((a, b) => b - a)
  const common = itemAt(newestFirst, Math.ceil(newestFirst.length * MOST) - 1)
  return Math.max(common - DEFAULT_WINDOW_MS, Math.min(...loaded.map(({ series }) => opensAt(series, 0))))
}

type Span = { readonly from: number; readonly end: number }

function refuseOutside(loaded: readonly Loaded[], { from, end }: Span): void {
  const start = Math.min(...loaded.map(({ series }) => opensAt(series, 0)))
  if (from >= start && from < end) return
  const message = `REPLAY_FROM ${dayText(from)} is outside the recordings, which run from ${dayText(start)} to ${dayText(end)}`
  throw new MarketSourceError('bad-setting', message)
}

/** Formats a moment as UTC day and time, to the minute. */
export const dayText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

function chosen(loaded: readonly Loaded[], span: Span): Loaded[] {
  const overlap = ({ series }: Loaded) =>
    Math.round(
      Math.max(0, Math.min(closesAt(series, series.length - 1), span.end) - Math.max(opensAt(series, 0), span.from)) / OVERLAP_GRAIN_MS,
    )
  const coarseness = ({ file }: Loaded) => INTERVALS.indexOf(file.interval)
  const byCoin = Map.groupBy(loaded, ({ file }) => file.symbol)
  return [...byCoin.values()].map((files) =>
    itemAt(
      files.toSorted((a, b) => overlap(b) - overlap(a) || coarseness(a) - coarseness(b)),
      0,
    ),
  )
}

function recordedCoin({ file, series }: Loaded): RecordedCoin {
  const { symbol, quote } = file
  if (series.interval === '1d') return { symbol, quote, prices: series, candles: {} }
  return { symbol, quote, prices: series, candles: series.interval === '1m' ? { '1m': series, '1h': toHours(series) } : { '1h': series } }
}

/** A recording file, described by its name. */
export type RecordingFile = {
  readonly path: string
  readonly name: string
  readonly size: number
  readonly symbol: string
  readonly quote: MarketTick['quote']
  readonly interval: Interval
}

/** `BTCUSDT-1h.csv.gz`, `BTC-USD_1m.csv`, `XRPUSDT-15m-sample.csv.gz`: symbol, quote currency, interval. */
const NAME = /^([A-Z0-9]{1,12}?)[-_]?(USDT|USDC|USD)[-_](1m|5m|15m|1h|4h|1d)(?:[-_.][^/]*)?\.csv(?:\.gz)?$/i

/** Parses a recording's file name; undefined if it does not match. */
export function parseRecordingName(name: string): Pick<RecordingFile, 'symbol' | 'quote' | 'interval'> | undefined {
  const [, symbol, quoteText, intervalText] = NAME.exec(name) ?? []
  const quote = (['USDT', 'USDC', 'USD'] as const).find((one) => one === quoteText?.toUpperCase())
  const interval = INTERVALS.find((one) => one === intervalText?.toLowerCase())
  return symbol && quote && interval ? { symbol: symbol.toUpperCase(), quote, interval } : undefined
}

/** Recordings in a folder and its subfolders, sorted by name. @throws the system error if the folder cannot be read */
export function findRecordings(dir: string): RecordingFile[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .flatMap((name) => {
      const facts = parseRecordingName(basename(name))
      const path = join(dir, name)
      const stat = facts && statSync(path, { throwIfNoEntry: false })
      return facts && stat?.isFile() ? [{ ...facts, path, name: basename(name), size: stat.size }] : []
    })
}

/** Identity of a set of recordings: a hash of names and sizes, 12 hexadecimal digits. */
export function fingerprintOf(dir: string, files: readonly RecordingFile[]): string {
  const lines = files.map(({ path, size }) => `${relative(dir, path)} ${size}`)
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12)
}
