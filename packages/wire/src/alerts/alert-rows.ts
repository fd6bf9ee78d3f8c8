import * as z from 'zod/mini'
import { byId, byKey, endpoint, nothing } from '../endpoint.ts'
import { sourceKind } from '../market/market.ts'
import { decimalText, instant } from '../trading/trading-account.ts'
import { ALERT_KINDS, VOLATILITY_REGIMES } from './alert-kinds.ts'
import { ALERT_CHANNELS, alertBody, alertFields } from './alerts.ts'

/** Events of a user's account that are listed like firings, without an alert. */
const ACCOUNT_EVENT_KINDS = ['unprotected', 'stop_hit', 'liquidated', 'copy_paused', 'session_ended'] as const
/** One of `ACCOUNT_EVENT_KINDS`. */
export type AccountEventKind = (typeof ACCOUNT_EVENT_KINDS)[number]

const KINDS: ReadonlySet<string> = new Set(ACCOUNT_EVENT_KINDS)
/** Whether a firing is an account event, not an alert's. */
export const isAccountEvent = (kind: string): kind is AccountEventKind => KINDS.has(kind)

/** Alert state. `paused`: by the user. `done`: a one-shot that fired. `expired`: past its end. Editing can reactivate the last two. */
export const ALERT_STATES = ['active', 'paused', 'done', 'expired'] as const

/** `fresh`: first value. `armed`: its condition. `met`: true at the first value, must become false. `fired`: reset and cool-down. */
export const ALERT_WAITS = ['fresh', 'armed', 'met', 'fired'] as const

/** Alert settings as accepted by `alertBody`: numbers as decimal text, unset fields absent. */
export const alertTerms = z.object({
  symbol: z.optional(z.string()),
  kind: z.enum(ALERT_KINDS),
  direction: z.optional(z.enum(['above', 'below', 'cross'])),
  level: z.optional(decimalText),
  percent: z.optional(decimalText),
  window_s: z.optional(z.int()),
  ratio: z.optional(decimalText),
  regime: z.optional(z.enum(VOLATILITY_REGIMES)),
  hours: z.optional(z.int()),
  quantile: z.optional(decimalText),
  repeat: z.enum(['once', 'every']),
  cooldown_s: z.optional(z.int()),
  expires_at: z.optional(instant),
  note: z.optional(z.string()),
  channels: z.array(z.enum(ALERT_CHANNELS)),
})
/** Settings of an alert. */
export type AlertTerms = z.output<typeof alertTerms>

/** An alert of a user. */
export const alertRow = z.object({
  id: z.uuid(),
  ...alertTerms.shape,
  state: z.enum(ALERT_STATES),
  waits_for: z.nullable(z.enum(ALERT_WAITS)),
  title: z.string(),
  firings: z.int(),
  fired_at: z.nullable(instant),
  created_at: instant,
  updated_at: instant,
})
/** An alert of a user. */
export type AlertRow = z.output<typeof alertRow>

const { shape } = alertFields
const orNull = <T extends z.core.$ZodType>(field: T) => z.optional(z.nullable(field))

/** Absent fields stay, null removes. A changed condition restarts the alert. */
export const alertPatch = z.object({
  symbol: orNull(shape.symbol),
  kind: z.optional(shape.kind),
  direction: orNull(shape.direction),
  level: orNull(shape.level),
  percent: orNull(shape.percent),
  window_s: orNull(shape.window_s),
  ratio: orNull(shape.ratio),
  regime: orNull(shape.regime),
  hours: orNull(shape.hours),
  quantile: orNull(shape.quantile),
  repeat: shape.repeat,
  cooldown_s: orNull(shape.cooldown_s),
  expires_at: orNull(shape.expires_at),
  note: orNull(shape.note),
  channels: shape.channels,
  /** False reactivates it, also from `done` and `expired`. */
  paused: z.optional(z.boolean()),
})
/** A change of an alert. */
export type AlertPatch = z.output<typeof alertPatch>

/** Number of alerts and unread firings, and what this server cannot watch. */
export const alertSummary = z.object({
  /** Active and paused alerts: those that count against `limit`. */
  active: z.int(),
  limit: z.int(),
  unread: z.int(),
  is_paused: z.boolean(),
  /** Kinds this server cannot currently watch; creating one is refused. */
  unavailable: z.array(z.object({ kind: z.enum(ALERT_KINDS), reason: z.string() })),
})
/** Shown by the bell and the page header. */
export type AlertSummary = z.output<typeof alertSummary>

/** Maximum alerts per file. */
export const MOST_IMPORTED = 1_000

/** What an alert would have done on stored candles. */
export const alertPreview = z.object({
  fired: z.tuple([z.int(), z.int()]),
  from: instant,
  to: instant,
  resolution: z.enum(['1m', '1h', '1d']),
  /** Open times of candles with a firing, oldest first; the newest 500. */
  times: z.array(instant),
  is_met: z.nullable(z.boolean()),
  source: z.string(),
  source_kind: sourceKind,
})
/** What an alert would have done. */
export type AlertPreview = z.output<typeof alertPreview>

/** Settings of the alert that fired, or the kind of an account event with the journal's trip it belongs to. */
export const firingTerms = z.object({
  ...alertTerms.shape,
  kind: z.enum([...ALERT_KINDS, ...ACCOUNT_EVENT_KINDS]),
  trip: z.optional(z.uuid()),
})
/** Settings of what fired. */
export type FiringTerms = z.output<typeof firingTerms>

/** An alert that fired, or an account event. */
export const alertFiring = z.object({
  id: z.uuid(),
  seq: z.int(),
  /** May be deleted; `terms` holds its settings at the time. Account events have the user's id. */
  alert: z.uuid(),
  terms: firingTerms,
  title: z.string(),
  text: z.string(),
  /** Event time on the market clock, and when the server detected it (later after a restart). */
  at: instant,
  seen_at: instant,
  is_late: z.boolean(),
  value: z.nullable(decimalText),
  threshold: z.nullable(decimalText),
  /** Identity of the market; null for on-chain events. */
  source: z.nullable(z.string()),
  source_kind: z.nullable(sourceKind),
  is_read: z.boolean(),
  deliveries: z.array(z.object({ channel: z.enum(ALERT_CHANNELS), state: z.enum(['waiting', 'held', 'sent', 'dead', 'skipped']) })),
})
/** An alert that fired. */
export type AlertFiring = z.output<typeof alertFiring>

/** Parameters of a page of alerts, firings or deliveries. */
export const pageFields = {
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/, 'a whole number from 1 to 200'))),
}
const ofCoin = { symbol: z.optional(shape.symbol) }
const FORMAT = 'aerie-alerts-1'
const NOT_WATCHED = ['alert_limit', 'kind_unavailable'] as const

export const listAlerts = endpoint('GET /alerts', {
  auth: 'user',
  scope: 'alerts:read',
  summary: 'Alerts, newest first',
  query: z.object({ ...pageFields, state: z.optional(z.enum(ALERT_STATES)), ...ofCoin }),
  lists: alertRow,
})

export const getAlertSummary = endpoint('GET /alerts/summary', {
  auth: 'user',
  scope: 'alerts:read',
  summary: 'Number of alerts and its limit, and the number of unread firings',
  returns: alertSummary,
})

export const getAlert = endpoint('GET /alerts/:id', {
  auth: 'user',
  scope: 'alerts:read',
  summary: 'An alert',
  params: byId,
  returns: alertRow,
})

export const previewAlert = endpoint('POST /alerts/preview', {
  auth: 'user',
  scope: 'alerts:read',
  summary: 'How often an alert would have fired on stored candles; saves nothing',
  description: 'Kinds `price`, `change` and `volume`; the others: 422 `not_previewable`.',
  body: alertBody,
  returns: alertPreview,
  errors: ['not_previewable', 'kind_unavailable', 'not_found'],
})

export const createAlert = endpoint('POST /alerts', {
  auth: 'user',
  scope: 'alerts:write',
  summary: 'Creates an alert',
  description:
    'The same `Idempotency-Key` and body again: 200 with the same alert; another body: 409. More than the plan allows: 422 `alert_limit`. ' +
    'A kind that this server cannot watch: 422 `kind_unavailable` with the reason.',
  headers: byKey,
  body: alertBody,
  status: 201,
  isRepeatable: true,
  returns: alertRow,
  errors: [...NOT_WATCHED, 'conflict', 'not_found'],
})

export const changeAlert = endpoint('PATCH /alerts/:id', {
  auth: 'user',
  scope: 'alerts:write',
  summary: 'Changes or pauses an alert',
  params: byId,
  body: alertPatch,
  returns: alertRow,
  errors: NOT_WATCHED,
})

export const deleteAlert = endpoint('DELETE /alerts/:id', {
  auth: 'user',
  scope: 'alerts:write',
  summary: 'Deletes an alert, but not its firings',
  params: byId,
  returns: nothing,
})

export const pauseAlerts = endpoint('POST /alerts/pause', {
  auth: 'user',
  scope: 'alerts:write',
  summary: 'Pauses or resumes all alerts; each keeps its own state',
  body: z.object({ paused: z.boolean() }),
  returns: alertSummary,
})

export const exportAlerts = endpoint('GET /alerts/export', {
  auth: 'user',
  scope: 'alerts:read',
  summary: 'All alerts, in the format that `import` accepts',
  returns: z.object({ format: z.literal(FORMAT), alerts: z.array(alertTerms) }),
})

export const importAlerts = endpoint('POST /alerts/import', {
  auth: 'user',
  scope: 'alerts:write',
  summary: 'Creates the alerts of an export, and lists the refused ones with reasons',
  // Each alert is validated separately, so errors name the bad one.
  body: z.object({ format: z.literal(FORMAT), alerts: z.array(z.unknown()).check(z.minLength(1), z.maxLength(MOST_IMPORTED)) }),
  // Existing alerts are not duplicated; `index` starts at 0.
  returns: z.object({
    created: z.array(alertRow),
    duplicates: z.int(),
    refused: z.array(z.object({ index: z.int(), reason: z.string() })),
  }),
  errors: NOT_WATCHED,
})

export const listFirings = endpoint('GET /alerts/firings', {
  auth: 'user',
  scope: 'alerts:read',
  summary: 'Firings of alerts, newest first',
  query: z.object({ ...pageFields, ...ofCoin, alert: z.optional(z.uuid()) }),
  lists: alertFiring,
})

export const readFirings = endpoint('POST /alerts/firings/read', {
  auth: 'user',
  scope: 'alerts:write',
  summary: 'Marks firings as read, in all sessions',
  // The given ids, or all up to a `seq`.
  body: z.union([
    z.object({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(200)) }),
    z.object({ up_to: z.int().check(z.gte(0)) }),
  ]),
  returns: alertSummary,
})
