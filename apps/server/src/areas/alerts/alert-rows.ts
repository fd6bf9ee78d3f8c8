import { PHASES, type Phase } from '@aerie/alerts/condition'
import { plainDecimal } from '@aerie/core/numbers/plain-decimal'
import { alertSentence } from '@aerie/wire/alerts/alert-kinds'
import type { AlertFiring, AlertRow } from '@aerie/wire/alerts/alert-rows'
import type { alertFirings, alerts } from '../../platform/db/schema/alerts.ts'
import type { FiringPayload } from './deliveries/delivery-channel.ts'

export type StoredAlert = typeof alerts.$inferSelect
export type StoredFiring = typeof alertFirings.$inferSelect
export type FiringDeliveries = AlertFiring['deliveries']

const instantOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const WAITS: Readonly<Record<Phase, NonNullable<AlertRow['waits_for']>>> = {
  fresh: 'fresh',
  false: 'armed',
  true: 'met',
  fired: 'fired',
  under: 'armed',
  over: 'armed',
  firedUnder: 'fired',
  firedOver: 'fired',
}

const KNOWN_PHASES: ReadonlySet<string> = new Set(PHASES)
const isPhase = (text: string): text is Phase => KNOWN_PHASES.has(text)

/** A phase unknown to this release starts over. */
export const phaseOf = (text: string): Phase => (isPhase(text) ? text : 'fresh')

/** Alerts on events have no value: they are armed at once. */
const waitsFor = ({ kind, phase: stored }: StoredAlert, phase: Phase | undefined) =>
  kind === 'order_filled' || kind === 'unlock' ? 'armed' : WAITS[phase ?? phaseOf(stored)]

export const alertAnswer = (row: StoredAlert, phase?: Phase): AlertRow => ({
  id: row.id,
  ...row.terms,
  state: row.state,
  waits_for: row.state === 'active' ? waitsFor(row, phase) : null,
  title: alertSentence(row.terms),
  firings: row.firings,
  fired_at: instantOf(row.firedAt),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

/** What is delivered about a firing. */
export const firingPayload = (row: StoredFiring): FiringPayload => ({
  id: row.id,
  alert: row.alertId,
  terms: row.terms,
  title: row.title,
  text: row.text,
  at: new Date(row.at).toISOString(),
  seen_at: row.seenAt.toISOString(),
  is_late: row.isLate,
  value: row.value === null ? null : plainDecimal(row.value),
  threshold: row.threshold === null ? null : plainDecimal(row.threshold),
  source: row.sourceId,
  source_kind: row.sourceKind,
})

export const firingAnswer = (row: StoredFiring, deliveries: FiringDeliveries): AlertFiring => ({
  ...firingPayload(row),
  seq: row.seq,
  is_read: row.readAt !== null,
  deliveries: [...deliveries],
})
