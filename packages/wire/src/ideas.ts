import * as z from 'zod/mini'
import { quoteCurrency, sourceKind } from './market/market.ts'
import { isReservedName } from './public-names.ts'
import { decimalField } from './trading/trading.ts'
import { decimalText, instant, nextCursor } from './trading/trading-account.ts'

/** What is said beside a field of Social that breaks a rule: a clause in lower case and without a full stop. */
const IDEA_FIELD_WORDS = {
  blank: 'enter a text',
  follow: 'who is muted or blocked is not followed',
  name: 'use 3 to 24 letters, digits, spaces, _ or -',
  reserved: 'this name is reserved',
  price: 'must be above 0',
  horizon: 'choose 15 minutes to 7 days, in whole minutes',
  limit: 'a whole number from 1 to 50',
  cursor: 'not a cursor',
} as const

/** Ticker of a coin, as ideas name it. */
const coin = z.string().check(z.regex(/^[A-Z0-9]{1,12}$/))
/** Directions of an idea. */
export const ideaSide = z.enum(['long', 'short'])
/** Where an idea stands by the market's clock. `missing`: its horizon is over and candles are missing, so nobody knows. */
export const IDEA_STATES = ['open', 'scored', 'missing'] as const
/** Why something is reported. */
export const REPORT_REASONS = ['spam', 'abuse', 'scam', 'other'] as const

/** Longest texts, in characters. */
export const MOST_IDEA_TEXT = 2_000
/** Longest comment and addendum, in characters. */
export const MOST_COMMENT_TEXT = 1_000

const LEAST_PRICE = 1e-18
const MOST_PRICE = 1e15
const price = z.pipe(
  decimalField,
  z.transform((text, context) => {
    const value = Number(text)
    if (value >= LEAST_PRICE && value < MOST_PRICE) return value
    context.issues.push({ code: 'custom', message: IDEA_FIELD_WORDS.price, input: text })
    return z.NEVER
  }),
)

const textOf = (most: number) =>
  z.string().check(
    z.maxLength(most),
    z.refine((text: string) => text.trim() !== '' && !text.includes('\u0000'), IDEA_FIELD_WORDS.blank),
  )

/** Body of `POST /api/v1/ideas`. The server sets the entry price. */
export const ideaBody = z.object({
  symbol: coin,
  side: ideaSide,
  target: price,
  stop: price,
  /** Whole minutes, in seconds: 15 minutes to 7 days. */
  horizon_s: z.int().check(z.gte(900), z.lte(604_800), z.multipleOf(60, IDEA_FIELD_WORDS.horizon)),
  /** Markdown. */
  text: textOf(MOST_IDEA_TEXT),
})
/** An idea as it is asked for. */
export type IdeaBody = z.output<typeof ideaBody>

/** Who wrote something. `id` is public and no account's; `name` null: the author chose none, or is gone. */
export const socialAuthor = z.object({ id: z.uuid(), name: z.nullable(z.string()), is_you: z.boolean() })
/** Who wrote something. */
export type SocialAuthor = z.output<typeof socialAuthor>

/** What came of an idea. Figures in R: the result over what the stop risks. */
export const ideaScore = z.object({
  outcome: z.enum(['target', 'stop', 'horizon']),
  exit: decimalText,
  exit_at: instant,
  /** One candle held target and stop, so it counts as the stop. */
  is_both: z.boolean(),
  r: z.number(),
  /** After fees. */
  net_r: z.number(),
  /** Holding the same direction to the horizon; null where that is not known. */
  hold_r: z.nullable(z.number()),
})

/** Text of a person: null where its author took it away (`deleted`), or the operator did (`hidden`). */
const personText = { text: z.nullable(z.string()), text_state: z.enum(['shown', 'deleted', 'hidden']) }

/** An idea: data of `POST /api/v1/ideas`, and one of `GET /api/v1/ideas`. Times by the market's clock. */
export const idea = z.object({
  id: z.uuid(),
  /** Its place in the hash chain of its market. */
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
  /** Whether it is of the market that this server shows now: candles of another one are none of it. */
  is_present: z.boolean(),
  /** Clock of the price that is the entry. */
  price_as_of: instant,
  posted_at: instant,
  /** Open of the first candle that counts, and close of the last. */
  starts_at: instant,
  due_at: instant,
  /** Length of the candles it is scored by, in seconds: 60, or 3,600 in a recording of hours. */
  step_s: z.int(),
  /** Of each side, as a fraction. */
  fee_rate: z.number(),
  state: z.enum(IDEA_STATES),
  score: z.nullable(ideaScore),
  ...personText,
  addenda: z.array(z.object({ text: z.string(), at: instant })),
  author: socialAuthor,
  likes: z.int(),
  is_liked: z.boolean(),
  comments: z.int(),
  /** SHA-256 of its record in the chain. */
  hash: z.string(),
})
/** An idea. */
export type Idea = z.output<typeof idea>

const pageFields = {
  /** `next` of the page before. */
  cursor: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/, IDEA_FIELD_WORDS.cursor))),
  limit: z.optional(z.string().check(z.regex(/^([1-9]|[1-4]\d|50)$/, IDEA_FIELD_WORDS.limit))),
}
/** Query of a list of Social: a page of it. */
export const ideaPageQuery = z.object(pageFields)
/** Query of `GET /api/v1/ideas`. */
export const ideasQuery = z.object({
  ...pageFields,
  symbol: z.optional(coin),
  side: z.optional(ideaSide),
  state: z.optional(z.enum(IDEA_STATES)),
  author: z.optional(z.uuid()),
  /** Only of authors whom the caller follows. */
  followed: z.optional(z.enum(['true'])),
})
/** Filters of the feed. */
export type IdeasQuery = z.output<typeof ideasQuery>
/** Page of `GET /api/v1/ideas`, newest first: of the present market source. */
export const ideasPage = z.object({ data: z.array(idea), next: nextCursor, source: z.string(), source_kind: sourceKind })
/** A page of the feed. */
export type IdeasPage = z.output<typeof ideasPage>

const knownR = z.nullable(z.number())
/** How an author stands in one market source. Figures in R; docs/user/social.md has the formulas. */
export const standing = z.object({
  /** Ideas with a score. */
  scored: z.int(),
  /** Of them, those that do not overlap. */
  n: z.int(),
  /** Mean after fees, and its 95 % interval. */
  mean: knownR,
  low: knownR,
  high: knownR,
  /** Mean of the result less that of holding the same direction. */
  excess: knownR,
})
/** A standing. */
export type SocialStanding = z.output<typeof standing>

/** Query of `GET /api/v1/ideas/leaders`. */
export const leadersQuery = z.object(pageFields)
/** Data of `GET /api/v1/ideas/leaders`, best first: of the present market source. */
export const leadersPage = z.object({
  data: z.array(z.object({ rank: z.int(), author: socialAuthor, followers: z.int(), ...standing.shape })),
  next: nextCursor,
  source: z.string(),
  source_kind: sourceKind,
  /** Independent ideas that a place needs. */
  least: z.int(),
})
/** A page of the board. */
export type LeadersPage = z.output<typeof leadersPage>

/** Query of `GET /api/v1/ideas/quote`. */
export const ideaQuoteQuery = z.object({ symbol: coin })
/** Data of `GET /api/v1/ideas/quote`: what an idea on a coin would begin with now. */
export const ideaQuote = z.object({
  symbol: coin,
  /** Null: nothing was heard of it yet. */
  price: z.nullable(decimalText),
  as_of: z.nullable(instant),
  is_stale: z.boolean(),
  quote: quoteCurrency,
  /** Price step; null where the market has none. */
  tick: z.nullable(decimalText),
  fee_rate: z.number(),
  /** Shortest horizon here and the step of all horizons, in seconds. */
  step_s: z.int(),
  source_kind: sourceKind,
  /** The caller's open ideas: on this coin, and of all. */
  open: z.int(),
  open_limit: z.int(),
  open_all: z.int(),
  open_all_limit: z.int(),
})
/** What an idea would begin with. */
export type IdeaQuote = z.output<typeof ideaQuote>

/** A text that is added to something: body of an addendum. */
export const addendumBody = z.object({ text: textOf(MOST_COMMENT_TEXT) })
/** Body of `PATCH /api/v1/ideas/{idea}`. */
export const ideaPatch = z.object({ like: z.boolean() })

/** Body of `POST /api/v1/ideas/{idea}/comments`; `parent` is a comment that is no reply itself. */
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

/** Body of `POST /api/v1/ideas/reports`: of an idea or of a comment. */
export const reportBody = z
  .object({
    idea: z.optional(z.uuid()),
    comment: z.optional(z.uuid()),
    reason: z.enum(REPORT_REASONS),
    note: z.optional(
      z.string().check(
        z.maxLength(500),
        z.refine((note: string) => !note.includes('\u0000'), IDEA_FIELD_WORDS.blank),
      ),
    ),
  })
  .check(
    z.refine(({ idea, comment }) => (idea === undefined) !== (comment === undefined), { path: ['idea'], error: IDEA_FIELD_WORDS.blank }),
  )
/** A report. */
export type ReportBody = z.output<typeof reportBody>

/** How the caller sees an author: `mute` hides what they write, `block` also keeps them from writing to the caller. */
export const socialView = z.nullable(z.enum(['mute', 'block']))
/** Data of `GET /api/v1/ideas/authors/{author}`. */
export const authorProfile = z.object({
  author: socialAuthor,
  followers: z.int(),
  is_followed: z.boolean(),
  view: socialView,
  /** Open ideas on each side, so that whoever bets on both is seen. */
  open_long: z.int(),
  open_short: z.int(),
  /** In the present market source. */
  standing,
  source_kind: sourceKind,
})
/** A profile. */
export type AuthorProfile = z.output<typeof authorProfile>
/** Body of `PATCH /api/v1/ideas/authors/{author}`. */
export const authorPatch = z
  .object({ follow: z.optional(z.boolean()), view: z.optional(socialView) })
  .check(z.refine(({ follow, view }) => follow !== true || (view ?? null) === null, { path: ['follow'], error: IDEA_FIELD_WORDS.follow }))
/** What changes between the caller and an author. */
export type AuthorPatch = z.output<typeof authorPatch>

/** The name an author is shown by. Letters of one script only, so that no name can look like another. */
export const authorName = z.string().check(
  z.regex(/^[A-Za-z0-9](?!.*[ _-]{2})[A-Za-z0-9 _-]{1,22}[A-Za-z0-9]$/, IDEA_FIELD_WORDS.name),
  z.refine((name: string) => !isReservedName(name), IDEA_FIELD_WORDS.reserved),
)
/** Body of `PATCH /api/v1/ideas/me`; null takes the name away. */
export const ownAuthorPatch = z.object({ name: z.nullable(authorName) })
/** Data of `GET /api/v1/ideas/me`; null while the caller has done nothing here. */
export const ownAuthor = z.object({ author: z.nullable(socialAuthor), is_suspended: z.boolean() })
/** The caller as an author. */
export type OwnAuthor = z.output<typeof ownAuthor>
