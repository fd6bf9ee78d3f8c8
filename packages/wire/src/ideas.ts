import * as z from 'zod/mini'
import { quoteCurrency, sourceKind } from './market/market.ts'
import { isReservedName } from './public-names.ts'
import { decimalField } from './trading/trading.ts'
import { decimalText, instant, nextCursor } from './trading/trading-account.ts'

const IDEA_FIELD_MESSAGES = {
  blank: 'enter a text',
  follow: 'who is muted or blocked is not followed',
  name: 'use 3 to 24 letters, digits, spaces, _ or -',
  reserved: 'this name is reserved',
  price: 'must be above 0',
  horizon: 'choose 15 minutes to 7 days, in whole minutes',
  limit: 'a whole number from 1 to 50',
  cursor: 'not a cursor',
} as const

const coin = z.string().check(z.regex(/^[A-Z0-9]{1,12}$/))
/** Directions of an idea. */
export const ideaSide = z.enum(['long', 'short'])
/** Idea state by the market clock. `missing`: past its horizon, but candles are missing. */
export const IDEA_STATES = ['open', 'scored', 'missing'] as const
/** Reasons for a report. */
export const REPORT_REASONS = ['spam', 'abuse', 'scam', 'other'] as const

/** Maximum idea text, in characters. */
export const MOST_IDEA_TEXT = 2_000
/** Maximum comment and addendum text, in characters. */
export const MOST_COMMENT_TEXT = 1_000

const LEAST_PRICE = 1e-18
const MOST_PRICE = 1e15
const price = z.pipe(
  decimalField,
  z.transform((text, context) => {
    const value = Number(text)
    if (value >= LEAST_PRICE && value < MOST_PRICE) return value
    context.issues.push({ code: 'custom', message: IDEA_FIELD_MESSAGES.price, input: text })
    return z.NEVER
  }),
)

const textOf = (most: number) =>
  z.string().check(
    z.maxLength(most),
    z.refine((text: string) => text.trim() !== '' && !text.includes('\u0000'), IDEA_FIELD_MESSAGES.blank),
  )

/** Body of `POST /api/v1/ideas`. The server sets the entry price. */
export const ideaBody = z.object({
  symbol: coin,
  side: ideaSide,
  target: price,
  stop: price,
  /** 15 minutes to 7 days in whole minutes; in seconds. */
  horizon_s: z.int().check(z.gte(900), z.lte(604_800), z.multipleOf(60, IDEA_FIELD_MESSAGES.horizon)),
  text: textOf(MOST_IDEA_TEXT),
})
/** A requested idea. */
export type IdeaBody = z.output<typeof ideaBody>

/** An author. `id` is public and not an account id; `name` is null if never chosen or the author is gone. */
export const socialAuthor = z.object({ id: z.uuid(), name: z.nullable(z.string()), is_you: z.boolean() })
/** An author. */
export type SocialAuthor = z.output<typeof socialAuthor>

/** Result of an idea in R: result divided by the risk to the stop. */
export const ideaScore = z.object({
  outcome: z.enum(['target', 'stop', 'horizon']),
  exit: decimalText,
  exit_at: instant,
  /** One candle reached both target and stop, so it counts as the stop. */
  is_both: z.boolean(),
  r: z.number(),
  net_r: z.number(),
  hold_r: z.nullable(z.number()),
})

const personText = { text: z.nullable(z.string()), text_state: z.enum(['shown', 'deleted', 'hidden']) }

/** An idea: data of `POST /api/v1/ideas`, and one of `GET /api/v1/ideas`. Times by the market clock. */
export const idea = z.object({
  id: z.uuid(),
  seq: z.int(),
  symbol: coin,
  side: ideaSide,
  entry: decimalText,
  target: decimalText,
  stop: decimalText,
  quote: quoteCurrency,
  horizon_s: z.int(),
  source: z.string(),
  source_kind: sourceKind,
  /** Whether it belongs to the market currently shown; candles of another do not apply to it. */
  is_present: z.boolean(),
  price_as_of: instant,
  posted_at: instant,
  starts_at: instant,
  due_at: instant,
  /** Scoring candle length in seconds: 60, or 3,600 in an hourly recording. */
  step_s: z.int(),
  /** Per side, as a fraction. */
  fee_rate: z.number(),
  state: z.enum(IDEA_STATES),
  score: z.nullable(ideaScore),
  ...personText,
  addenda: z.array(z.object({ text: z.string(), at: instant })),
  author: socialAuthor,
  likes: z.int(),
  is_liked: z.boolean(),
  comments: z.int(),
  hash: z.string(),
})
/** An idea. */
export type Idea = z.output<typeof idea>

const pageFields = {
  cursor: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/, IDEA_FIELD_MESSAGES.cursor))),
  limit: z.optional(z.string().check(z.regex(/^([1-9]|[1-4]\d|50)$/, IDEA_FIELD_MESSAGES.limit))),
}
/** Pagination query of Social lists. */
export const ideaPageQuery = z.object(pageFields)
/** Query of `GET /api/v1/ideas`. */
export const ideasQuery = z.object({
  ...pageFields,
  symbol: z.optional(coin),
  side: z.optional(ideaSide),
  state: z.optional(z.enum(IDEA_STATES)),
  author: z.optional(z.uuid()),
  followed: z.optional(z.enum(['true'])),
})
/** Feed filters. */
export type IdeasQuery = z.output<typeof ideasQuery>
/** Page of `GET /api/v1/ideas` for the present market source, newest first. */
export const ideasPage = z.object({ data: z.array(idea), next: nextCursor, source: z.string(), source_kind: sourceKind })
/** A page of the feed. */
export type IdeasPage = z.output<typeof ideasPage>

const knownR = z.nullable(z.number())
/** An author's statistics in one market source, in R; formulas: docs/user/social.md. */
export const standing = z.object({
  scored: z.int(),
  n: z.int(),
  mean: knownR,
  low: knownR,
  high: knownR,
  excess: knownR,
})
/** An author's statistics. */
export type SocialStanding = z.output<typeof standing>

/** Query of `GET /api/v1/ideas/leaders`. */
export const leadersQuery = z.object(pageFields)
/** Data of `GET /api/v1/ideas/leaders` for the present market source, best first. */
export const leadersPage = z.object({
  data: z.array(z.object({ rank: z.int(), author: socialAuthor, followers: z.int(), ...standing.shape })),
  next: nextCursor,
  source: z.string(),
  source_kind: sourceKind,
  least: z.int(),
})
/** A page of the leaderboard. */
export type LeadersPage = z.output<typeof leadersPage>

/** Query of `GET /api/v1/ideas/quote`. */
export const ideaQuoteQuery = z.object({ symbol: coin })
/** Data of `GET /api/v1/ideas/quote`: initial values of an idea on a coin now. */
export const ideaQuote = z.object({
  symbol: coin,
  price: z.nullable(decimalText),
  as_of: z.nullable(instant),
  is_stale: z.boolean(),
  quote: quoteCurrency,
  tick: z.nullable(decimalText),
  fee_rate: z.number(),
  step_s: z.int(),
  source_kind: sourceKind,
  open: z.int(),
  open_limit: z.int(),
  open_all: z.int(),
  open_all_limit: z.int(),
})
/** Initial values of an idea. */
export type IdeaQuote = z.output<typeof ideaQuote>

/** Body of an addendum. */
export const addendumBody = z.object({ text: textOf(MOST_COMMENT_TEXT) })
/** Body of `PATCH /api/v1/ideas/{idea}`. */
export const ideaPatch = z.object({ like: z.boolean() })

/** Body of `POST /api/v1/ideas/{idea}/comments`; `parent` must be a top-level comment. */
export const commentBody = z.object({ text: textOf(MOST_COMMENT_TEXT), parent: z.optional(z.uuid()) })
/** A comment. */
export const ideaComment = z.object({
  id: z.uuid(),
  parent: z.nullable(z.uuid()),
  ...personText,
  author: socialAuthor,
  at: z.iso.datetime(),
})
/** A comment. */
export type IdeaComment = z.output<typeof ideaComment>
/** Query of `GET /api/v1/ideas/{idea}/comments`. */
export const commentsQuery = z.object(pageFields)
/** Comments of an idea, oldest first. */
export const commentsPage = z.object({ data: z.array(ideaComment), next: nextCursor })

/** Body of `POST /api/v1/ideas/reports` for an idea or a comment. */
export const reportBody = z
  .object({
    idea: z.optional(z.uuid()),
    comment: z.optional(z.uuid()),
    reason: z.enum(REPORT_REASONS),
    note: z.optional(
      z.string().check(
        z.maxLength(500),
        z.refine((note: string) => !note.includes('\u0000'), IDEA_FIELD_MESSAGES.blank),
      ),
    ),
  })
  .check(
    z.refine(({ idea, comment }) => (idea === undefined) !== (comment === undefined), { path: ['idea'], error: IDEA_FIELD_MESSAGES.blank }),
  )
/** A report. */
export type ReportBody = z.output<typeof reportBody>

/** The caller's view of an author: `mute` hides their posts, `block` also stops them writing to the caller. */
export const socialView = z.nullable(z.enum(['mute', 'block']))
/** Data of `GET /api/v1/ideas/authors/{author}`. */
export const authorProfile = z.object({
  author: socialAuthor,
  followers: z.int(),
  is_followed: z.boolean(),
  view: socialView,
  /** Open ideas per side, to expose authors who bet on both. */
  open_long: z.int(),
  open_short: z.int(),
  standing,
  source_kind: sourceKind,
})
/** A profile. */
export type AuthorProfile = z.output<typeof authorProfile>
/** Body of `PATCH /api/v1/ideas/authors/{author}`. */
export const authorPatch = z
  .object({ follow: z.optional(z.boolean()), view: z.optional(socialView) })
  .check(
    z.refine(({ follow, view }) => follow !== true || (view ?? null) === null, { path: ['follow'], error: IDEA_FIELD_MESSAGES.follow }),
  )
/** Changes to the relation to an author. */
export type AuthorPatch = z.output<typeof authorPatch>

/** Public author name; a single script only, so no two names look alike. */
export const authorName = z.string().check(
  z.regex(/^[A-Za-z0-9](?!.*[ _-]{2})[A-Za-z0-9 _-]{1,22}[A-Za-z0-9]$/, IDEA_FIELD_MESSAGES.name),
  z.refine((name: string) => !isReservedName(name), IDEA_FIELD_MESSAGES.reserved),
)
/** Body of `PATCH /api/v1/ideas/me`; null removes the name. */
export const ownAuthorPatch = z.object({ name: z.nullable(authorName) })
/** Data of `GET /api/v1/ideas/me`; `author` is null before any activity. */
export const ownAuthor = z.object({ author: z.nullable(socialAuthor), is_suspended: z.boolean() })
/** The caller as an author. */
export type OwnAuthor = z.output<typeof ownAuthor>
