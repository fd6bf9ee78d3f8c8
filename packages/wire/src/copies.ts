import * as z from 'zod/mini'
import { byId, byKey, endpoint } from './endpoint.ts'
import { sourceKind } from './market/market.ts'
import { nextCursor } from './problem.ts'
import { PUBLIC_NAME_MESSAGES, PUBLIC_NAME_RULE } from './public-names.ts'
import { decimalField, instrumentSymbol } from './trading/trading.ts'
import { decimalText, instant, knownDecimal } from './trading/trading-account.ts'

const COPY_FIELD_MESSAGES = {
  positive: 'an amount above 0',
  limit: 'a whole number from 1 to 200',
  about: 'one line without control characters',
} as const

/** Copy state. `paused`: opens nothing, still closes with the leader. `stopping`: closes its positions, then ends. */
export const COPY_STATES = ['active', 'paused', 'stopping', 'stopped'] as const
/** Outcome of a leader's trade. */
export const COPY_OUTCOMES = ['copied', 'skipped', 'late', 'refused'] as const
/** Subject of a log entry: a followed position, its stops, a requested close, or a part the user kept. */
export const COPY_LOG_KINDS = ['position', 'stop', 'close', 'kept'] as const

/** Hundredths of a percent, and seconds. */
export const COPY_DEFAULTS = { maxMoveBps: 50, lateS: 10 } as const

const positive = decimalField.check(z.regex(/[1-9]/, COPY_FIELD_MESSAGES.positive), z.regex(/^[^-]/, COPY_FIELD_MESSAGES.positive))
const limits = {
  /** Maximum USDC per copied trade. */
  per_trade_limit: positive,
  /** USDC since 00:00 UTC. */
  daily_loss_limit: positive,
  /** USDC since the start of the copy. */
  total_loss_limit: positive,
}
const choices = {
  /** Maximum deviation from the leader's price, in hundredths of a percent. */
  max_move_bps: z.optional(z.int().check(z.gte(1), z.lte(1_000))),
  late_s: z.optional(z.int().check(z.gte(1), z.lte(300))),
  excluded: z.optional(z.array(instrumentSymbol).check(z.maxLength(100))),
}

/** Body of `POST /api/v1/copies`. */
export const copyBody = z.strictObject({
  leader: z.uuid(),
  /** USDC to which the leader's equity is scaled. */
  allocation: positive,
  ...limits,
  ...choices,
  /** Copies trade only paper accounts; `apex` is refused with the reason. */
  account: z.optional(z.enum(['paper', 'apex'])),
})
/** A requested copy. */
export type CopyBody = z.output<typeof copyBody>

/** Body of `PATCH /api/v1/copies/{id}`; absent fields stay unchanged. */
export const copyPatch = z.strictObject({
  per_trade_limit: z.optional(limits.per_trade_limit),
  daily_loss_limit: z.optional(limits.daily_loss_limit),
  total_loss_limit: z.optional(limits.total_loss_limit),
  ...choices,
  paused: z.optional(z.boolean()),
})
/** Changes to a copy. */
export type CopyPatch = z.output<typeof copyPatch>

/** A copy's holding of one coin. */
export const copyPart = z.object({
  symbol: z.string(),
  size: decimalText,
  entry: decimalText,
  mark: knownDecimal,
  unrealised: knownDecimal,
})

/** A copy: data of `POST /api/v1/copies` and `PATCH …/{id}`, one of `GET /api/v1/copies`. Amounts in USDC. */
export const copyRow = z.object({
  id: z.uuid(),
  leader: z.object({ id: z.uuid(), name: z.string() }),
  state: z.enum(COPY_STATES),
  reason: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  /** A reached loss limit must be raised first. */
  can_resume: z.boolean(),
  source: z.string(),
  source_kind: sourceKind,
  allocation: decimalText,
  per_trade_limit: decimalText,
  daily_loss_limit: decimalText,
  total_loss_limit: decimalText,
  max_move_bps: z.int(),
  late_s: z.int(),
  excluded: z.array(z.string()),
  parts: z.nullable(z.array(copyPart)),
  /** Closed trades, after fees, with funding. */
  realised: decimalText,
  result: knownDecimal,
  /** Positive is a loss since 00:00 UTC. */
  daily_loss: knownDecimal,
  fees: decimalText,
  fills: z.int(),
  created_at: instant,
  updated_at: instant,
})
/** A copy of the caller. */
export type CopyRow = z.output<typeof copyRow>

const pageFields = {
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/, COPY_FIELD_MESSAGES.limit))),
}
/** Query of `GET /api/v1/copies` and `GET /api/v1/copies/leaders`. */
export const copyPageQuery = z.object(pageFields)
/** Page of `GET /api/v1/copies`: running copies, then ended ones, each newest first. */
export const copyList = z.object({
  data: z.array(copyRow),
  next: nextCursor,
  limit: z.int(),
  going: z.int(),
})
/** Page of the caller's copies. */
export type CopyList = z.output<typeof copyList>

/** One entry of `GET /api/v1/copies/{id}/log` and `GET /api/v1/copies/log`, newest first. */
export const copyLogEntry = z.object({
  id: z.int(),
  copy: z.uuid(),
  leader_name: z.string(),
  symbol: z.string(),
  kind: z.enum(COPY_LOG_KINDS),
  outcome: z.enum(COPY_OUTCOMES),
  reason: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  leader_position: knownDecimal,
  leader_price: knownDecimal,
  target: knownDecimal,
  held: knownDecimal,
  wanted: knownDecimal,
  filled: knownDecimal,
  price: knownDecimal,
  fee: knownDecimal,
  at: instant,
  /** From the leader's stored fill to this one's, or to the accepted order while it is in flight. */
  delay_ms: z.int(),
})
/** A copy log entry. */
export type CopyLogEntry = z.output<typeof copyLogEntry>
/** Query of the log. */
export const copyLogQuery = z.object({
  ...pageFields,
  outcome: z.optional(z.enum(COPY_OUTCOMES)),
  symbol: z.optional(instrumentSymbol),
})

/** Wider than `publicName`, which a new name must satisfy: a stored name may be older than that rule. */
const leaderName = z.string().check(z.trim(), z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{1,28}[\p{L}\p{N}]$/u, PUBLIC_NAME_MESSAGES.shape))
/** Body of `PUT /api/v1/copies/leader`: lets other users copy the caller. */
export const leaderForm = z.strictObject({
  name: leaderName,
  about: z.string().check(z.trim(), z.maxLength(280), z.regex(/^[^\p{Cc}\p{Cf}]*$/u, COPY_FIELD_MESSAGES.about)),
})
/** A leader's own description. */
export type LeaderForm = z.output<typeof leaderForm>
/** Data of `GET /api/v1/copies/leader`; null if the caller is not a leader. */
export const ownLeader = z.nullable(
  z.object({
    id: z.uuid(),
    name: z.string(),
    about: z.string(),
    is_open: z.boolean(),
    followers: z.int(),
    created_at: instant,
  }),
)
/** The caller as a leader. */
export type OwnLeader = z.output<typeof ownLeader>

/** `data` of the notice `copy` of `/messages`: a log entry, or a copy to reload. */
export const copyNotice = z.discriminatedUnion('event', [
  z.object({ event: z.literal('entry'), entry: copyLogEntry }),
  z.object({
    event: z.literal('changed'),
    copy: z.uuid(),
    state: z.enum(COPY_STATES),
    leader_name: z.string(),
    detail: z.nullable(z.string()),
  }),
])
/** Payload of `notify copy`. */
export type CopyNotice = z.output<typeof copyNotice>

/** A statistic of a leader, money as a fraction; null with the reason if missing. */
export const leaderFigure = z.object({ value: z.nullable(z.number()), n: z.int(), reason: z.nullable(z.string()) })

/** One of `GET /api/v1/copies/leaders`, ordered by the followers' realised result (unknown last), then by their number. */
export const leaderRow = z.object({
  id: z.uuid(),
  name: z.string(),
  about: z.string(),
  since: instant,
  followers: z.int(),
  is_present: z.boolean(),
  is_own: z.boolean(),
  /** Whether the caller copies the leader in any market: a second copy is refused. */
  is_copied: z.boolean(),
  /** Followers' realised result after fees and slippage, as a share of their allocation; `n` counts followers. */
  followers_result: leaderFigure,
  return: leaderFigure,
  return_lower: leaderFigure,
  max_drawdown: leaderFigure,
  trades: z.int(),
})
/** A leader with statistics. */
export type LeaderRow = z.output<typeof leaderRow>
/** Data of `GET /api/v1/copies/leaders/{id}`: adds daily equity, starting at 1, and drawdown as a fraction. */
export const leaderPage = z.object({
  ...leaderRow.shape,
  source: z.string(),
  source_kind: sourceKind,
  curve: z.array(z.object({ day: z.iso.date(), equity: z.number(), below: z.number() })),
})
/** A leader with curves. */
export type LeaderPage = z.output<typeof leaderPage>

/** Body of `POST /api/v1/copies/simulate`: settings of a hypothetical copy. */
export const simulateBody = z.strictObject({
  ...copyBody.shape,
  latency_ms: z.optional(z.int().check(z.gte(0), z.lte(60_000))),
})
/** Settings of a simulation. */
export type SimulateBody = z.output<typeof simulateBody>
/** Data of `POST /api/v1/copies/simulate`: simulated; no follower traded it. Amounts in USDC. */
export const copySimulation = z.object({
  label: z.literal('simulated'),
  source_kind: sourceKind,
  from: instant,
  to: instant,
  fills: z.int(),
  is_cut: z.boolean(),
  copied: z.int(),
  by_minutes: z.int(),
  skipped: z.array(z.object({ reason: z.string(), detail: z.nullable(z.string()), count: z.int() })),
  result: knownDecimal,
  fees: decimalText,
  /** Cost relative to the leader's prices; negative is better. */
  slippage: decimalText,
  curve: z.array(z.object({ at: instant, result: decimalText })),
  reason: z.nullable(z.string()),
})
/** Simulated result. */
export type CopySimulationAnswer = z.output<typeof copySimulation>

const tag = 'copy'
const COPY_ERRORS = [
  'apex_not_copied',
  'copied_already',
  'copy_limit',
  'follow_loop',
  'leader_closed',
  'leader_deleted',
  'leader_full',
  'leader_reset',
  'leader_source',
  'account_closed',
] as const

export const listCopies = endpoint('GET /copies', {
  auth: 'user',
  scope: 'trading:read',
  tag,
  summary: 'Copies: running ones, then ended ones, each newest first',
  query: copyPageQuery,
  response: copyList,
})

export const listCopyLog = endpoint('GET /copies/log', {
  auth: 'user',
  scope: 'trading:read',
  tag,
  summary: 'Outcome of each trade of all leaders, newest first',
  query: copyLogQuery,
  lists: copyLogEntry,
})

export const listLogOfCopy = endpoint('GET /copies/:id/log', {
  auth: 'user',
  scope: 'trading:read',
  tag,
  summary: "Outcome of each of the leader's trades, newest first",
  params: byId,
  query: copyLogQuery,
  lists: copyLogEntry,
})

export const createCopy = endpoint('POST /copies', {
  auth: 'user',
  isRefusedWhileLeaving: true,
  tag,
  summary: "Copies a leader into the caller's paper account",
  description:
    'Positions that the leader opens from now on are followed, scaled to the allocation. The same `Idempotency-Key` and body again: ' +
    '200 with the same copy; another body: 409. 422: `copy_limit`, `follow_loop`, `leader_source`, `leader_full`, `apex_not_copied`.',
  headers: byKey,
  body: copyBody,
  status: 201,
  isRepeatable: true,
  returns: copyRow,
  errors: [...COPY_ERRORS, 'conflict', 'not_found'],
})

export const changeCopy = endpoint('PATCH /copies/:id', {
  auth: 'user',
  isRefusedWhileLeaving: true,
  tag,
  summary: 'Changes the limits of a copy, pauses or resumes it',
  description: 'The allocation is fixed: it scales every position from opening to close.',
  params: byId,
  body: copyPatch,
  returns: copyRow,
  errors: [...COPY_ERRORS, 'copy_ended', 'copy_source', 'total_loss'],
})

export const stopCopy = endpoint('DELETE /copies/:id', {
  auth: 'user',
  tag,
  summary: "Ends a copy; `parts` closes its positions or keeps them as the caller's own, the default",
  description: '422 `copy_source`: it trades in another market, where positions cannot be closed now, only kept.',
  params: byId,
  query: z.object({ parts: z.optional(z.enum(['close', 'keep'])) }),
  returns: copyRow,
  errors: ['copy_ended', 'copy_source', 'account_closed'],
})

export const getOwnLeader = endpoint('GET /copies/leader', {
  auth: 'user',
  tag,
  summary: 'The caller as a leader; null if others cannot copy the caller',
  returns: ownLeader,
})

export const saveOwnLeader = endpoint('PUT /copies/leader', {
  auth: 'user',
  isRefusedWhileLeaving: true,
  tag,
  summary: 'Lets others copy the caller, under a name, which is also the one in Social',
  description: `A new name has ${PUBLIC_NAME_RULE}; a stored one may be older than that rule. 409: it is taken or looks like another’s.`,
  body: leaderForm,
  returns: ownLeader,
  errors: ['conflict', 'forbidden', 'account_closed'],
})

export const closeOwnLeader = endpoint('DELETE /copies/leader', {
  auth: 'user',
  tag,
  summary: 'Stops others from copying the caller; running copies are paused',
  returns: ownLeader,
})

export const listLeaders = endpoint('GET /copies/leaders', {
  auth: 'user',
  scope: 'trading:read',
  tag,
  summary: "Leaders, by their followers' realised result after fees and slippage, then by number of followers",
  query: copyPageQuery,
  lists: leaderRow,
})

export const getLeader = endpoint('GET /copies/leaders/:id', {
  auth: 'user',
  scope: 'trading:read',
  tag,
  summary: 'A leader with daily curves',
  params: byId,
  returns: leaderPage,
})

export const simulateCopy = endpoint('POST /copies/simulate', {
  auth: 'user',
  scope: 'trading:read',
  tag,
  summary: 'Result of following a leader for the last 90 days, simulated on stored candles; saves nothing',
  body: simulateBody,
  returns: copySimulation,
  errors: [...COPY_ERRORS, 'not_found', 'rule_broken'],
})
