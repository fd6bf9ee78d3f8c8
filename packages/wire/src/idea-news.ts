import * as z from 'zod/mini'
import { ideaPageQuery, ideaSide, socialAuthor } from './ideas.ts'
import { nextCursor } from './trading/trading-account.ts'

/** What is told of ideas: an own one was scored, or commented on; somebody whom one follows posted one. */
export const IDEA_NEWS = ['scored', 'commented', 'posted'] as const

/** Something of an idea that its reader is told once. */
export const ideaNews = z.object({
  /** Rises with each thing that is told; one that is told again gets a new one. */
  seq: z.int(),
  event: z.enum(IDEA_NEWS),
  idea: z.uuid(),
  symbol: z.string(),
  side: ideaSide,
  author: socialAuthor,
  /** Of `scored`, after fees; null where candles are missing, and for what the present moment of a replay does not know yet. */
  net_r: z.nullable(z.number()),
  /** Comments since it was last read; else 1. */
  count: z.int(),
  at: z.iso.datetime(),
  is_read: z.boolean(),
})
/** Something of an idea that its reader is told once. */
export type IdeaNews = z.output<typeof ideaNews>

/** Query of `GET /api/v1/ideas/news`. */
export const ideaNewsQuery = ideaPageQuery
/** Page of `GET /api/v1/ideas/news`, newest first. `unread`: of all pages. */
export const ideaNewsPage = z.object({ data: z.array(ideaNews), next: nextCursor, unread: z.int() })
/** A page of news. */
export type IdeaNewsPage = z.output<typeof ideaNewsPage>

/** Body of `POST /api/v1/ideas/news/read`: all up to a `seq`, or all of an idea. */
export const ideaNewsRead = z.union([z.strictObject({ up_to: z.int().check(z.positive()) }), z.strictObject({ idea: z.uuid() })])
/** What is marked as read. */
export type IdeaNewsRead = z.output<typeof ideaNewsRead>
/** Data of `POST /api/v1/ideas/news/read`. */
export const ideaNewsLeft = z.object({ unread: z.int() })

/** `data` of the notice `idea` of `/messages`: what is new, or, where `news` is null, that something was read. Always with the count. */
export const ideaNotice = z.object({ unread: z.int(), news: z.nullable(ideaNews) })
/** What `notify idea` says. */
export type IdeaNotice = z.output<typeof ideaNotice>
