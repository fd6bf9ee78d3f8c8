import { createHash } from 'node:crypto'
import type { SourceKind } from '@aerie/wire/market/market'

/** Everything of a forecast that its hash covers. */
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

/** What the first record of a chain follows. */
export const GENESIS: Buffer = Buffer.alloc(32)

const scratch = Buffer.alloc(8)
/** The eight bytes of a double, big-endian, as hex: the same in every language, whatever its way to print numbers. */
export function doubleHex(value: number): string {
  scratch.writeDoubleBE(value)
  return scratch.toString('hex')
}

const doubles = (values: readonly number[]): string => values.map(doubleHex).join(',')

/**
 * The canonical text of a record: one field a line, in this order, no newline at the end (docs/math/forecast.md shows how
 * to verify a chain with it).
 */
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

/** SHA-256 over the canonical text, which begins with the hash before. */
export const recordHash = (prevHash: Buffer, record: ChainRecord): Buffer =>
  createHash('sha256').update(canonicalText(prevHash, record), 'utf8').digest()
