import { createHash } from 'node:crypto'
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

const doubles = (values: readonly number[]): string => values.map(doubleHex).join(',')

/** One field per line in this order, no trailing newline (verification: docs/math/forecast.md). */
export const canonicalText = (prevHash: Buffer, record: ChainRecord): string =>
  [
    'aerie-forecast-1',
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

export const recordHash = (prevHash: Buffer, record: ChainRecord): Buffer =>
  createHash('sha256').update(canonicalText(prevHash, record), 'utf8').digest()
