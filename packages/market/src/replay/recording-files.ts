import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { INTERVALS, type Interval } from '@aerie/core/market/candle'
import type { MarketTick } from '../market-source.ts'

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
