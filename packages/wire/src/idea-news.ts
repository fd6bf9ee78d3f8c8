import * as z from 'zod/mini'
import { ideaPageQuery, ideaSide, socialAuthor } from './ideas.ts'
import { nextCursor } from './trading/trading-account.ts'

/** Idea news: an own idea was scored or commented on, or a followed author posted. */
export const IDEA_NEWS = ['scored', 'commented', 'posted'] as const

/** News about an idea, reported once to its reader. */
export const ideaNews = z.object({
  /** Increases with each item; a repeated item gets a new one. */
  seq: z.int(),
  event: z.enum(IDEA_NEWS),
  idea: z.uuid(),
  symbol: z.string(),
  side: ideaSide,
  author: socialAuthor,
  net_r: z.nullable(z.number()),
  count: z.int(),
  at: z.iso.datetime(),
  is_read: z.boolean(),
})
/** News about an idea. */
export type IdeaNews = z.output<typeof ideaNews>

/** Query of `GET /api/v1/ideas/news`. */
export const ideaNewsQuery = ideaPageQuery
/** Page of `GET /api/v1/ideas/news`, newest first; `unread` counts all pages. */
export const ideaNewsPage = z.object({ data: z.array(ideaNews), next: nextCursor, unread: z.int() })
/** A page of news. */
export type IdeaNewsPage = z.output<typeof ideaNewsPage>

/** Body of `POST /api/v1/ideas/news/read`: all up to a `seq`, or all of an idea. */
export const ideaNewsRead = z.union([z.strictObject({ up_to: z.int().check(z.positive()) }), z.strictObject({ idea: z.uuid() })])
/** News to mark as read. */
export type IdeaNewsRead = z.output<typeof ideaNewsRead>
/** Data of `POST /api/v1/ideas/news/read`. */
export const ideaNewsLeft = z.object({ unread: z.int() })

/** `data` of the notice `idea` of `/messages`, always with the unread count; `news` null means some were read. */
export const ideaNotice = z.object({ unread: z.int(), news: z.nullable(ideaNews) })
/** Payload of `notify idea`. */
export type IdeaNotice = z.output<typeof ideaNotice>
