import { createHash } from 'node:crypto'
import type { SourceKind } from '@aerie/wire/market/market'
import { doubleHex } from '../forecast/index.ts'

export type IdeaRecord = {
  readonly sourceId: string
  readonly sourceKind: SourceKind
  readonly seq: number
  readonly id: string
  readonly author: string
  readonly symbol: string
  readonly side: 'long' | 'short'
  readonly quote: string
  readonly entry: number
  readonly target: number
  readonly stop: number
  readonly feeRate: number
  readonly priceAsOf: number
  readonly postedAt: number
  readonly startsAt: number
  readonly dueAt: number
  readonly stepS: number
  readonly madeAt: number
  readonly textHash: Buffer
}

export const FIRST_BEFORE: Buffer = Buffer.alloc(32)

/** Salted: once the salt is deleted with the text, a short text cannot be guessed. */
export const textHashOf = (salt: Buffer, text: string): Buffer => createHash('sha256').update(salt).update(text, 'utf8').digest()

/** One field per line in this order, no trailing newline (docs/user/social.md). */
const canonicalText = (prevHash: Buffer, record: IdeaRecord): string =>
  [
    'aerie-idea-1',
    prevHash.toString('hex'),
    record.sourceId,
    record.sourceKind,
    record.seq,
    record.id,
    record.author,
    record.symbol,
    record.side,
    record.quote,
    ...[record.entry, record.target, record.stop, record.feeRate].map(doubleHex),
    record.priceAsOf,
    record.postedAt,
    record.startsAt,
    record.dueAt,
    record.stepS,
    record.madeAt,
    record.textHash.toString('hex'),
  ].join('\n')

export const ideaHash = (prevHash: Buffer, record: IdeaRecord): Buffer =>
  createHash('sha256').update(canonicalText(prevHash, record), 'utf8').digest()
