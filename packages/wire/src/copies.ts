import * as z from 'zod/mini'
import { sourceKind } from './market/market.ts'
import { decimalField, instrumentSymbol } from './trading/trading.ts'
import { decimalText, instant, knownDecimal, listPage, nextCursor } from './trading/trading-account.ts'

/** What is said beside a field of a copy that breaks a rule: a clause in lower case without a full stop. */
const COPY_FIELD_WORDS = {
  positive: 'an amount above 0',
  limit: 'a whole number from 1 to 200',
  name: '3 to 30 letters, digits, spaces, dots, dashes or underscores, with a letter or digit at both ends',
  about: 'one line without control characters',
} as const

/** Where a copy stands. `paused`: opens nothing, still closes with the leader. `stopping`: closes what it holds, then ends. */
export const COPY_STATES = ['active', 'paused', 'stopping', 'stopped'] as const
/** What became of a leader's trade. */
export const COPY_OUTCOMES = ['copied', 'skipped', 'late', 'refused'] as const
/** What an entry of the log is about: a position that followed, its stops, a close that was asked for, a part that its user kept. */
export const COPY_LOG_KINDS = ['position', 'stop', 'close', 'kept'] as const

/** Hundredths of a percent, and seconds. */
export const COPY_DEFAULTS = { maxMoveBps: 50, lateS: 10 } as const

const positive = decimalField.check(z.regex(/[1-9]/, COPY_FIELD_WORDS.positive), z.regex(/^[^-]/, COPY_FIELD_WORDS.positive))
const limits = {
  /** USDC: most that one copied trade opens. */
  per_trade_limit: positive,
  /** USDC since 00:00 UTC. */
  daily_loss_limit: positive,
  /** USDC since it began. */
  total_loss_limit: positive,
}
const choices = {
  /** How far the price may be from the leader's, in hundredths of a percent. */
  max_move_bps: z.optional(z.int().check(z.gte(1), z.lte(1_000))),
  /** How many seconds after the leader's trade something may still be opened. */
  late_s: z.optional(z.int().check(z.gte(1), z.lte(300))),
  /** Coins that are not copied. */
  excluded: z.optional(z.array(instrumentSymbol).check(z.maxLength(100))),
}

/** Body of `POST /api/v1/copies`. */
export const copyBody = z.strictObject({
  /** Of `GET /api/v1/copies/leaders`. */
  leader: z.uuid(),
  /** USDC that the leader's equity is scaled to. */
  allocation: positive,
  ...limits,
  ...choices,
  /** Copies trade paper accounts alone; `apex` is refused with the reason. */
  account: z.optional(z.enum(['paper', 'apex'])),
})
/** What a new copy is asked with. */
export type CopyBody = z.output<typeof copyBody>

/** Body of `PATCH /api/v1/copies/{id}`; absent stays. */
export const copyPatch = z.strictObject({
  per_trade_limit: z.optional(limits.per_trade_limit),
  daily_loss_limit: z.optional(limits.daily_loss_limit),
  total_loss_limit: z.optional(limits.total_loss_limit),
  ...choices,
  paused: z.optional(z.boolean()),
})
/** What is changed in a copy. */
export type CopyPatch = z.output<typeof copyPatch>

/** Query of `DELETE /api/v1/copies/{id}`: what is to become of what it holds; absent: it is kept. */
export const copyStopQuery = z.object({ parts: z.optional(z.enum(['close', 'keep'])) })

/** What a copy holds of one coin. */
export const copyPart = z.object({
  symbol: z.string(),
  /** Negative: short. */
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
  /**
   * Why it does not copy: `user`, `total_loss`, `leader_closed`, `leader_inactive`, `leader_reset`, `leader_deleted`, `source_changed`,
   * `account_reset`; null while it does.
   */
  reason: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  /** Whether a paused copy can go on: its leader takes copies in the present market. A reached loss limit must be raised first. */
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
  /** Null while this server does not trade its market. */
  parts: z.nullable(z.array(copyPart)),
  /** After fees, with funding, of what was closed. */
  realised: decimalText,
  /** Realised and unrealised; null while a price is not known. */
  result: knownDecimal,
  /** Above 0: a loss since 00:00 UTC. */
  daily_loss: knownDecimal,
  fees: decimalText,
  fills: z.int(),
  created_at: instant,
  updated_at: instant,
})
/** A copy of the caller. */
export type CopyRow = z.output<typeof copyRow>

const pageFields = {
  /** `next` of the page before. */
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/, COPY_FIELD_WORDS.limit))),
}
/** Query of `GET /api/v1/copies` and `GET /api/v1/copies/leaders`. */
export const copyPageQuery = z.object(pageFields)
/** Page of `GET /api/v1/copies`: those that go on, then those that have ended, the newest first of both. */
export const copyList = z.object({
  data: z.array(copyRow),
  next: nextCursor,
  /** How many leaders the plan allows. */
  limit: z.int(),
  going: z.int(),
})
/** Copies of the caller. */
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
  /** The reason in words. */
  detail: z.nullable(z.string()),
  leader_position: knownDecimal,
  leader_price: knownDecimal,
  /** What the copy should hold, held before, and traded. */
  target: knownDecimal,
  held: knownDecimal,
  wanted: knownDecimal,
  filled: knownDecimal,
  price: knownDecimal,
  fee: knownDecimal,
  at: instant,
  /** From the leader's stored fill to this one's; to the accepted order while that is on its way. */
  delay_ms: z.int(),
})
/** An entry of the log. */
export type CopyLogEntry = z.output<typeof copyLogEntry>
/** Page of the log. */
export const copyLogPage = listPage(copyLogEntry)
/** Query of the log. */
export const copyLogQuery = z.object({
  ...pageFields,
  outcome: z.optional(z.enum(COPY_OUTCOMES)),
  symbol: z.optional(instrumentSymbol),
})

const leaderName = z.string().check(z.trim(), z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{1,28}[\p{L}\p{N}]$/u, COPY_FIELD_WORDS.name))
/** Body of `PUT /api/v1/copies/leader`: lets others copy the caller. */
export const leaderForm = z.strictObject({
  name: leaderName,
  about: z.string().check(z.trim(), z.maxLength(280), z.regex(/^[^\p{Cc}\p{Cf}]*$/u, COPY_FIELD_WORDS.about)),
})
/** What a leader says of himself. */
export type LeaderForm = z.output<typeof leaderForm>
/** Data of `GET /api/v1/copies/leader`: the caller as a leader; null where he is none. */
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

/** `data` of the notice `copy` of `/messages`: an entry of the log, or a copy that is to be read again. */
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
/** What `notify copy` says. */
export type CopyNotice = z.output<typeof copyNotice>

/** A figure of a leader: a fraction where it is of money; null with the reason where there is none. */
export const leaderFigure = z.object({ value: z.nullable(z.number()), n: z.int(), reason: z.nullable(z.string()) })

/** One of `GET /api/v1/copies/leaders`: by what followers realised, unknown last; then by their number. */
export const leaderRow = z.object({
  id: z.uuid(),
  name: z.string(),
  about: z.string(),
  since: instant,
  followers: z.int(),
  /** Whether the leader has an account in the present market. */
  is_present: z.boolean(),
  is_own: z.boolean(),
  /** Whether the caller copies the leader, in whichever market: a second copy is refused. */
  is_copied: z.boolean(),
  /** Realised by followers after fees and slippage, of what they allocated; `n`: followers. */
  followers_result: leaderFigure,
  /** Of the leader's own closed trades, time-weighted by days; `n`: days. */
  return: leaderFigure,
  /** Lower 95 % bound of the mean daily return; `n`: days. */
  return_lower: leaderFigure,
  /** 0 or below; `n`: days. */
  max_drawdown: leaderFigure,
  /** Closed round trips. */
  trades: z.int(),
})
/** A leader with figures. */
export type LeaderRow = z.output<typeof leaderRow>
/** Page of `GET /api/v1/copies/leaders`. */
export const leaderList = listPage(leaderRow)
/** A page of the board. */
export type LeaderList = z.output<typeof leaderList>
/** Data of `GET /api/v1/copies/leaders/{id}`: with equity by days, 1 at the start, and the fraction below its peak. */
export const leaderPage = z.object({
  ...leaderRow.shape,
  source: z.string(),
  source_kind: sourceKind,
  curve: z.array(z.object({ day: z.iso.date(), equity: z.number(), below: z.number() })),
})
/** A leader with curves. */
export type LeaderPage = z.output<typeof leaderPage>

/** Body of `POST /api/v1/copies/simulate`: a copy that is not made. */
export const simulateBody = z.strictObject({
  ...copyBody.shape,
  /** From the leader's fill to the follower's order. */
  latency_ms: z.optional(z.int().check(z.gte(0), z.lte(60_000))),
})
/** What is tried. */
export type SimulateBody = z.output<typeof simulateBody>
/** Data of `POST /api/v1/copies/simulate`: simulated, no follower has traded it. Amounts in USDC. */
export const copySimulation = z.object({
  label: z.literal('simulated'),
  source_kind: sourceKind,
  from: instant,
  to: instant,
  fills: z.int(),
  /** Older fills than the newest 2,000 were left out. */
  is_cut: z.boolean(),
  copied: z.int(),
  /** Of the copied, how many were priced by candles of a minute; the others by hours. */
  by_minutes: z.int(),
  skipped: z.array(z.object({ reason: z.string(), detail: z.nullable(z.string()), count: z.int() })),
  result: knownDecimal,
  fees: decimalText,
  /** What prices were worse than the leader's; below 0: better. */
  slippage: decimalText,
  curve: z.array(z.object({ at: instant, result: decimalText })),
  reason: z.nullable(z.string()),
})
/** What following would have brought. */
export type CopySimulationAnswer = z.output<typeof copySimulation>
