import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ideaPageQuery, ideaSide, socialAuthor } from './ideas.ts'
import { nextCursor } from './problem.ts'

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

/** Newest first; `unread` counts all pages. */
export const ideaNewsPage = z.object({ data: z.array(ideaNews), next: nextCursor, unread: z.int() })
/** A page of news. */
export type IdeaNewsPage = z.output<typeof ideaNewsPage>

/** All up to a `seq`, or all of an idea. */
export const ideaNewsRead = z.union([z.strictObject({ up_to: z.int().check(z.positive()) }), z.strictObject({ idea: z.uuid() })])
/** News to mark as read. */
export type IdeaNewsRead = z.output<typeof ideaNewsRead>

/** `data` of the notice `idea` of `/messages`, always with the unread count; `news` null means some were read. */
export const ideaNotice = z.object({ unread: z.int(), news: z.nullable(ideaNews) })
/** Payload of `notify idea`. */
export type IdeaNotice = z.output<typeof ideaNotice>

export const listIdeaNews = endpoint('GET /ideas/news', {
  auth: 'user',
  summary: "News: the caller's ideas scored or commented on, and ideas of followed authors",
  query: ideaPageQuery,
  response: ideaNewsPage,
})

export const readIdeaNews = endpoint('POST /ideas/news/read', {
  auth: 'user',
  summary: 'Marks news as read',
  body: ideaNewsRead,
  returns: z.object({ unread: z.int() }),
})
