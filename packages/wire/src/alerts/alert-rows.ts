import * as z from 'zod/mini'
import { sourceKind } from '../market/market.ts'
import { decimalText, instant, listPage } from '../trading/trading-account.ts'
import { ALERT_CHANNELS, ALERT_KINDS, alertFields, VOLATILITY_REGIMES } from './alerts.ts'

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

/** An alert: data of `POST /api/v1/alerts` and `PATCH …/{id}`, and one of `GET /api/v1/alerts`. */
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

/** Page of `GET /api/v1/alerts`, newest first. */
export const alertsPage = listPage(alertRow)

const pageFields = {
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/, 'a whole number from 1 to 200'))),
}
/** Query of `GET /api/v1/alerts`. */
export const alertsQuery = z.object({
  ...pageFields,
  state: z.optional(z.enum(ALERT_STATES)),
  symbol: z.optional(alertFields.shape.symbol),
})
/** Query of `GET /api/v1/alerts/firings`. */
export const firingsQuery = z.object({ ...pageFields, symbol: z.optional(alertFields.shape.symbol), alert: z.optional(z.uuid()) })
/** Query of `GET /api/v1/deliveries`. */
export const deliveriesQuery = z.object({
  ...pageFields,
  state: z.optional(z.enum(['waiting', 'held', 'sent', 'dead', 'skipped'])),
  firing: z.optional(z.uuid()),
})

const { shape } = alertFields
const orNull = <T extends z.core.$ZodType>(field: T) => z.optional(z.nullable(field))

/** Body of `PATCH /api/v1/alerts/{id}`: absent fields stay, null removes. A changed condition restarts the alert. */
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

/** Data of `GET /api/v1/alerts/summary` and of calls that change it. */
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

/** Body of `POST /api/v1/alerts/pause`: pauses all alerts; each keeps its own state. */
export const alertsPause = z.object({ paused: z.boolean() })

/** Maximum alerts per file. */
export const MOST_IMPORTED = 1_000
/** Data of `GET /api/v1/alerts/export`. */
export const alertsExport = z.object({ format: z.literal('aerie-alerts-1'), alerts: z.array(alertTerms) })
/** Body of `POST /api/v1/alerts/import`: an export. Each alert is validated separately, so errors name the bad one. */
export const alertsImport = z.object({
  format: z.literal('aerie-alerts-1'),
  alerts: z.array(z.unknown()).check(z.minLength(1), z.maxLength(MOST_IMPORTED)),
})
/** Data of `POST /api/v1/alerts/import`; `index` starts at 0. Existing alerts are not duplicated. */
export const alertsImported = z.object({
  created: z.array(alertRow),
  duplicates: z.int(),
  refused: z.array(z.object({ index: z.int(), reason: z.string() })),
})

/** Data of `POST /api/v1/alerts/preview`: past firings. Only price, change and volume; other kinds give 422 `not_previewable`. */
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

/** One of `GET /api/v1/alerts/firings`. */
export const alertFiring = z.object({
  id: z.uuid(),
  seq: z.int(),
  /** May be deleted; `terms` holds its settings at the time. */
  alert: z.uuid(),
  terms: alertTerms,
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
/** Page of `GET /api/v1/alerts/firings`, newest first. */
export const firingsPage = listPage(alertFiring)

/** Body of `POST /api/v1/alerts/firings/read`: the given ids, or all up to a `seq`. */
export const firingsRead = z.union([
  z.object({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(200)) }),
  z.object({ up_to: z.int().check(z.gte(0)) }),
])
