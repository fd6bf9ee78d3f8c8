import * as z from 'zod/mini'
import { sourceKind } from '../market/market.ts'
import { decimalText, instant, listPage } from '../trading/trading-account.ts'
import { ALERT_CHANNELS, ALERT_KINDS, alertFields, VOLATILITY_REGIMES } from './alerts.ts'

/**
 * Where an alert stands. `paused`: by its user. `done`: it was to fire once, and has. `expired`: its time is over. The last two may be made
 * active again by a change.
 */
export const ALERT_STATES = ['active', 'paused', 'done', 'expired'] as const

/**
 * What an active alert waits for. `fresh`: its first value. `armed`: its condition. `met`: its condition to become false, because it was
 * true at the first value. `fired`: the way back and the cool-down.
 */
export const ALERT_WAITS = ['fresh', 'armed', 'met', 'fired'] as const

/** What was asked for, as `alertBody` takes it back: figures as decimal text, what was not given is absent. */
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
/** What an alert was asked to do. */
export type AlertTerms = z.output<typeof alertTerms>

/** An alert: data of `POST /api/v1/alerts` and `PATCH …/{id}`, and one of `GET /api/v1/alerts`. */
export const alertRow = z.object({
  id: z.uuid(),
  ...alertTerms.shape,
  state: z.enum(ALERT_STATES),
  /** Null unless it is active. */
  waits_for: z.nullable(z.enum(ALERT_WAITS)),
  /** In one sentence, such as "BTC above 70,000". */
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
  /** `next` of the page before. */
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

/** Body of `PATCH /api/v1/alerts/{id}`: what is absent stays, null takes it away. A changed condition starts over. */
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
  /** False makes it active again, from `done` and `expired` too. */
  paused: z.optional(z.boolean()),
})
/** A change of an alert. */
export type AlertPatch = z.output<typeof alertPatch>

/** Data of `GET /api/v1/alerts/summary`, and of whatever changes it. */
export const alertSummary = z.object({
  /** Alerts that count against `limit`: those that are active or paused. */
  active: z.int(),
  /** Most that the plan allows. */
  limit: z.int(),
  /** Firings that were not read. */
  unread: z.int(),
  /** Whether the user has all of them paused. */
  is_paused: z.boolean(),
  /** Kinds that this server cannot watch at present, and why; creating one is refused. */
  unavailable: z.array(z.object({ kind: z.enum(ALERT_KINDS), reason: z.string() })),
})
/** What the bell and the head of the page show. */
export type AlertSummary = z.output<typeof alertSummary>

/** Body of `POST /api/v1/alerts/pause`: all alerts of the user rest; each keeps its own state. */
export const alertsPause = z.object({ paused: z.boolean() })

/** Most alerts of one file. */
export const MOST_IMPORTED = 1_000
/** Data of `GET /api/v1/alerts/export`. */
export const alertsExport = z.object({ format: z.literal('aerie-alerts-1'), alerts: z.array(alertTerms) })
/** Body of `POST /api/v1/alerts/import`: what an export holds. Each is judged by itself, so that one bad one is named. */
export const alertsImport = z.object({
  format: z.literal('aerie-alerts-1'),
  alerts: z.array(z.unknown()).check(z.minLength(1), z.maxLength(MOST_IMPORTED)),
})
/** Data of `POST /api/v1/alerts/import`; `index` counts from 0. An alert that is there already is not made twice. */
export const alertsImported = z.object({
  created: z.array(alertRow),
  duplicates: z.int(),
  refused: z.array(z.object({ index: z.int(), reason: z.string() })),
})

/** Data of `POST /api/v1/alerts/preview`: how often it would have fired. Other kinds than price, change and volume: 422 `not_previewable`. */
export const alertPreview = z.object({
  /** Fewest and most, as far as candles tell. */
  fired: z.tuple([z.int(), z.int()]),
  /** Of the candles that were there. */
  from: instant,
  to: instant,
  /** Length of a candle. */
  resolution: z.enum(['1m', '1h', '1d']),
  /** Open times of the candles in which it would have fired, oldest first; the newest 500. */
  times: z.array(instant),
  /** Whether its condition is true at this moment, so that it would wait; null where that is not known. */
  is_met: z.nullable(z.boolean()),
  source: z.string(),
  source_kind: sourceKind,
})
/** What an alert would have done. */
export type AlertPreview = z.output<typeof alertPreview>

/** One of `GET /api/v1/alerts/firings`. */
export const alertFiring = z.object({
  id: z.uuid(),
  /** Of all firings of the server: a later one is higher. */
  seq: z.int(),
  /** The alert may be gone by now; `terms` is what it was. */
  alert: z.uuid(),
  terms: alertTerms,
  title: z.string(),
  /** What happened, in one sentence. */
  text: z.string(),
  /** When it happened, on the market's clock, and when the server saw it: later after a restart. */
  at: instant,
  seen_at: instant,
  is_late: z.boolean(),
  /** Null where the kind has no figure. */
  value: z.nullable(decimalText),
  threshold: z.nullable(decimalText),
  /** Identity of the market that it happened in; null for what happens on the chain. */
  source: z.nullable(z.string()),
  source_kind: z.nullable(sourceKind),
  is_read: z.boolean(),
  /** How each channel took it, in short; `GET /api/v1/deliveries?firing=` has the rest. */
  deliveries: z.array(z.object({ channel: z.enum(ALERT_CHANNELS), state: z.enum(['waiting', 'held', 'sent', 'dead', 'skipped']) })),
})
/** An alert that fired. */
export type AlertFiring = z.output<typeof alertFiring>
/** Page of `GET /api/v1/alerts/firings`, newest first. */
export const firingsPage = listPage(alertFiring)

/** Body of `POST /api/v1/alerts/firings/read`: those named, or all up to a `seq`. */
export const firingsRead = z.union([
  z.object({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(200)) }),
  z.object({ up_to: z.int().check(z.gte(0)) }),
])
