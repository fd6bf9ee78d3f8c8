import { createHash } from 'node:crypto'
import type { ForecastSeries } from '@aerie/wire/market/forecasts'
import type { SourceKind } from '@aerie/wire/market/market'

export type ChainRecord = {
  readonly sourceId: string
  readonly sourceKind: SourceKind
  readonly seq: number
  readonly symbol: string
  readonly hours: number
  readonly issuedAt: number
  readonly dueAt: number
  readonly madeAt: number
  readonly model: string
  readonly candles: number
  readonly quote: string
  readonly anchor: number
  readonly quantiles: readonly number[]
  readonly baseline: readonly number[]
}

export const GENESIS: Buffer = Buffer.alloc(32)

const scratch = Buffer.alloc(8)
/** Big-endian IEEE 754 bytes as hex, independent of a language's number formatting. */
export function doubleHex(value: number): string {
  scratch.writeDoubleBE(value)
  return scratch.toString('hex')
}

/** First line of a record's text: a record of one series never verifies in another. */
export const FORMATS: Readonly<Record<ForecastSeries, string>> = { hourly: 'aerie-forecast-1', now: 'aerie-forecast-now-1' }

const doubles = (values: readonly number[]): string => values.map(doubleHex).join(',')

/** One field per line in this order, no trailing newline (verification: docs/math/forecast.md). */
export const canonicalText = (prevHash: Buffer, record: ChainRecord, series: ForecastSeries = 'hourly'): string =>
  [
    FORMATS[series],
    prevHash.toString('hex'),
    record.sourceId,
    record.sourceKind,
    record.seq,
    record.symbol,
    record.hours,
    record.issuedAt,
    record.dueAt,
    record.madeAt,
    record.model,
    record.candles,
    record.quote,
    doubleHex(record.anchor),
    doubles(record.quantiles),
    doubles(record.baseline),
  ].join('\n')

export const recordHash = (prevHash: Buffer, record: ChainRecord, series: ForecastSeries = 'hourly'): Buffer =>
  createHash('sha256')
    .update(canonicalText(prevHash, record, series), 'utf8')
    .digest()
