import { createHash } from 'node:crypto'
import { type MicroUsdc, type Price, priceText, type Size, sizeText, usdcText } from '@aerie/core/numbers/units'
import { recordOf } from '@aerie/core/record-keys'
import type { Decision } from '@aerie/trading/orders/order'
import * as z from 'zod/mini'

export type ShownForecast = {
  readonly chain: string
  readonly seq: number
  readonly issuedAt: number
  readonly hours: number
  readonly hash: string
}

export type EntryFacts = {
  /** Position in the account's chain, from 1. */
  readonly number: number
  readonly tripId: string
  readonly accountId: string
  readonly seq: number
  readonly symbol: string
  readonly side: 'long' | 'short'
  readonly openedAt: number
  readonly entry: Price
  readonly size: Size
  readonly plannedSize: Size
  readonly stop: Price | undefined
  readonly risk: MicroUsdc | undefined
  readonly decisionMid: Price | undefined
  readonly forecast: ShownForecast | undefined
  readonly decision: Decision | undefined
}

/** Facts as text, in hash order; empty if missing. */
export type FactFields = Readonly<
  Record<(typeof FIRST_FIELDS)[number], string> & Partial<Record<(typeof LATER_FIELDS)[number], string | undefined>>
>
const FIRST_FIELDS = [
  'trip',
  'account',
  'number',
  'seq',
  'symbol',
  'side',
  'opened_at',
  'entry',
  'size',
  'planned_size',
  'stop',
  'risk',
  'decision_mid',
  'forecast_chain',
  'forecast_seq',
  'forecast_issued_at',
  'forecast_hours',
  'forecast_hash',
] as const

/** Added by the second form of the record. */
const LATER_FIELDS = ['alert_firing', 'alert_at', 'alert_text', 'checklist_done', 'checklist_items'] as const

const factFields = z.object({
  ...recordOf(FIRST_FIELDS, () => z.string()),
  ...recordOf(LATER_FIELDS, () => z.optional(z.string())),
})

export const parseFields = (body: unknown): FactFields => z.parse(factFields, body)

const exactFields = z.strictObject(factFields.shape)

/** Parses untrusted records: undefined if invalid or with extra fields. @throws never */
export const readFields = (body: unknown): FactFields | undefined => exactFields.safeParse(body).data

export const FIRST_HASH: Buffer = Buffer.alloc(32)

const textOr = <T>(value: T | undefined, text: (value: T) => string): string => (value === undefined ? '' : text(value))

export const fieldsOf = (facts: EntryFacts): FactFields => ({
  trip: facts.tripId,
  account: facts.accountId,
  number: String(facts.number),
  seq: String(facts.seq),
  symbol: facts.symbol,
  side: facts.side,
  opened_at: String(facts.openedAt),
  entry: priceText(facts.entry),
  size: sizeText(facts.size),
  planned_size: sizeText(facts.plannedSize),
  stop: textOr(facts.stop, priceText),
  risk: textOr(facts.risk, usdcText),
  decision_mid: textOr(facts.decisionMid, priceText),
  forecast_chain: facts.forecast?.chain ?? '',
  forecast_seq: textOr(facts.forecast?.seq, String),
  forecast_issued_at: textOr(facts.forecast?.issuedAt, String),
  forecast_hours: textOr(facts.forecast?.hours, String),
  forecast_hash: facts.forecast?.hash ?? '',
  alert_firing: facts.decision?.alert?.firing ?? '',
  alert_at: textOr(facts.decision?.alert?.at, String),
  alert_text: facts.decision?.alert?.text ?? '',
  checklist_done: textOr(facts.decision?.checklist?.done, String),
  checklist_items: textOr(facts.decision?.checklist?.items, String),
})

/** First-form records have neither alert nor checklist. */
export const isFirstForm = ({ alert_firing }: FactFields): boolean => alert_firing === undefined

/**
 * SHA-256 of the canonical text: `aerie-journal-1`, or `aerie-journal-2` with the later fields; previous hash in hex; then one field per
 * line in order, no trailing newline (docs/math/journal.md).
 */
export function factsHash(previous: Buffer, fields: FactFields): Buffer {
  const isFirst = isFirstForm(fields)
  const later = isFirst ? [] : LATER_FIELDS.map((name) => fields[name] ?? '')
  const lines = [`aerie-journal-${isFirst ? 1 : 2}`, previous.toString('hex'), ...FIRST_FIELDS.map((name) => fields[name]), ...later]
  return createHash('sha256').update(lines.join('\n'), 'utf8').digest()
}
