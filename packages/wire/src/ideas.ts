import * as z from 'zod/mini'
import { byKey, endpoint, nothing } from './endpoint.ts'
import { chainCheck } from './market/forecasts.ts'
import { quoteCurrency, sourceKind } from './market/market.ts'
import { nextCursor } from './problem.ts'
import { publicName } from './public-names.ts'
import { decimalField } from './trading/trading.ts'
import { decimalText, instant } from './trading/trading-account.ts'

const IDEA_FIELD_MESSAGES = {
  blank: 'enter a text',
  follow: 'who is muted or blocked is not followed',
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

/** An idea to post. The server sets the entry price. */
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

/** An idea. Times by the market clock. */
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
/** Filters of the feed. */
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
/** Ideas of the present market source, newest first. */
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

/** Leaders of the present market source, best first. */
export const leadersPage = z.object({
  data: z.array(z.object({ rank: z.int(), author: socialAuthor, followers: z.int(), ...standing.shape })),
  next: nextCursor,
  source: z.string(),
  source_kind: sourceKind,
  least: z.int(),
})
/** A page of the leaderboard. */
export type LeadersPage = z.output<typeof leadersPage>

/** Initial values of an idea on a coin now. */
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

/** A report of an idea or a comment. */
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
/** An author, their statistics and the caller's relation to them. */
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
/** Changes to the caller's relation to an author. */
export const authorPatch = z
  .object({ follow: z.optional(z.boolean()), view: z.optional(socialView) })
  .check(
    z.refine(({ follow, view }) => follow !== true || (view ?? null) === null, { path: ['follow'], error: IDEA_FIELD_MESSAGES.follow }),
  )
/** Changes to the relation to an author. */
export type AuthorPatch = z.output<typeof authorPatch>

/** Public author name. */
export const authorName = publicName
/** The caller as an author; `author` is null before any activity. */
export const ownAuthor = z.object({ author: z.nullable(socialAuthor), is_suspended: z.boolean() })
/** The caller as an author. */
export type OwnAuthor = z.output<typeof ownAuthor>

const byIdea = z.object({ idea: z.uuid() })
const byAuthor = z.object({ author: z.uuid() })
const SOCIAL_ERRORS = ['forbidden', 'rule_broken'] as const

export const listIdeas = endpoint('GET /ideas', {
  auth: 'user',
  summary: 'Ideas of the present source, newest first',
  query: ideasQuery,
  response: ideasPage,
})

export const listLeaders = endpoint('GET /ideas/leaders', {
  auth: 'user',
  summary: 'Authors of the present source by the lower end of the 95 % interval of their mean result',
  query: ideaPageQuery,
  response: leadersPage,
})

export const quoteIdea = endpoint('GET /ideas/quote', {
  auth: 'user',
  summary: 'Initial values of an idea on a coin',
  query: z.object({ symbol: coin }),
  returns: ideaQuote,
  errors: ['not_found'],
})

export const verifyIdeas = endpoint('GET /ideas/verify', {
  auth: 'user',
  summary: "Recomputes the hash chain of the present source's ideas",
  returns: chainCheck,
})

export const getIdea = endpoint('GET /ideas/:idea', {
  auth: 'user',
  summary: 'An idea',
  params: byIdea,
  returns: idea,
})

export const postIdea = endpoint('POST /ideas', {
  auth: 'user',
  summary: 'Posts an idea; the server sets the entry price',
  description:
    'Final: its text can be taken away, the claim and its score cannot. The same `Idempotency-Key` and body again: 200 with the same idea; ' +
    'another body: 409. A stale market: 503.',
  headers: byKey,
  body: ideaBody,
  status: 201,
  isRepeatable: true,
  returns: idea,
  errors: [...SOCIAL_ERRORS, 'conflict', 'not_found'],
})

export const likeIdea = endpoint('PATCH /ideas/:idea', {
  auth: 'user',
  summary: 'Likes or unlikes an idea',
  params: byIdea,
  body: z.object({ like: z.boolean() }),
  returns: idea,
  errors: SOCIAL_ERRORS,
})

export const deleteIdeaText = endpoint('DELETE /ideas/:idea', {
  auth: 'user',
  summary: "Removes the text of the caller's idea; its score stays",
  params: byIdea,
  returns: idea,
})

export const addAddendum = endpoint('POST /ideas/:idea/addenda', {
  auth: 'user',
  summary: "Adds to the text of the caller's idea",
  params: byIdea,
  body: z.object({ text: textOf(MOST_COMMENT_TEXT) }),
  status: 201,
  returns: idea,
  errors: SOCIAL_ERRORS,
})

export const sendReport = endpoint('POST /ideas/reports', {
  auth: 'user',
  summary: 'Reports an idea or a comment to the operator',
  body: reportBody,
  returns: nothing,
  errors: ['not_found'],
})

export const listComments = endpoint('GET /ideas/:idea/comments', {
  auth: 'user',
  summary: 'Comments, oldest first',
  params: byIdea,
  query: ideaPageQuery,
  lists: ideaComment,
})

export const postComment = endpoint('POST /ideas/:idea/comments', {
  auth: 'user',
  summary: 'Comments on an idea, or answers a top-level comment',
  params: byIdea,
  body: z.object({ text: textOf(MOST_COMMENT_TEXT), parent: z.optional(z.uuid()) }),
  status: 201,
  returns: ideaComment,
  errors: SOCIAL_ERRORS,
})

export const deleteComment = endpoint('DELETE /ideas/comments/:comment', {
  auth: 'user',
  summary: "Deletes the caller's comment",
  params: z.object({ comment: z.uuid() }),
  returns: nothing,
})

export const getOwnAuthor = endpoint('GET /ideas/me', {
  auth: 'user',
  summary: 'The caller as an author',
  returns: ownAuthor,
})

export const changeOwnAuthor = endpoint('PATCH /ideas/me', {
  auth: 'user',
  summary: 'Sets the name that others see, in Social and as a copy leader; null removes it',
  description: '409: the name is taken or looks like another’s, or it is removed while others can copy the caller.',
  body: z.object({ name: z.nullable(authorName) }),
  returns: ownAuthor,
  errors: [...SOCIAL_ERRORS, 'conflict'],
})

export const getAuthor = endpoint('GET /ideas/authors/:author', {
  auth: 'user',
  summary: 'An author and their statistics',
  params: byAuthor,
  returns: authorProfile,
})

export const changeAuthor = endpoint('PATCH /ideas/authors/:author', {
  auth: 'user',
  summary: 'Follows, mutes or blocks an author',
  params: byAuthor,
  body: authorPatch,
  returns: authorProfile,
  errors: SOCIAL_ERRORS,
})
