import type { Clock } from '@aerie/core/time'
import type { IdeaNews, IdeaNewsPage, IdeaNewsRead, IdeaNotice } from '@aerie/wire/idea-news'
import type { Notify } from '@aerie/wire/notices'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/db/client.ts'
import { pageOf, rangeOf } from '../../platform/http/list-page.ts'
import { authorAnswer } from './idea-rows.ts'
import { type NewsEvent, type NewsRow, newsRepository } from './news-repository.ts'
import type { SocialMarket } from './social-market.ts'

type Deps = {
  readonly db: Db
  readonly clock: Clock
  readonly market: SocialMarket
  readonly notify: Notify
  readonly logger: FastifyBaseLogger
  readonly take: (userId: string) => void
}
type Page = { readonly cursor?: string | undefined; readonly limit?: string | undefined }
/** All windows of the users concerned, or only of `users`. Never fails: missed news is read later. */
export type NotifyNews = (event: NewsEvent, ideas: readonly string[], users?: readonly string[]) => Promise<void>

export const ideaNewsService = (deps: Deps) => {
  const { db, clock, market, notify, logger, take } = deps
  const news = newsRepository(db)
  const send = (userId: string, data: IdeaNotice): void => notify(userId, { kind: 'idea', data })
  const unreadOf = async (userId: string): Promise<number> => (await news.unread([userId])).get(userId) ?? 0
  const answer = (row: NewsRow): IdeaNews => newsAnswer(row, market.hub.now())
  const notifyNews: NotifyNews = async (event, ideas, users) => {
    if (ideas.length === 0) return
    try {
      const rows = await news.unreadOf(event, ideas, users)
      const unread = await news.unread([...new Set(rows.map((row) => row.news.userId))])
      for (const row of rows) send(row.news.userId, { unread: unread.get(row.news.userId) ?? 0, news: answer(row) })
    } catch (error) {
      logger.error({ err: error, event }, 'users could not be notified of ideas')
    }
  }
  return {
    notifyNews,
    page: async (userId: string, query: Page): Promise<IdeaNewsPage> => {
      await news.trim(userId)
      const { before, limit } = rangeOf(query)
      const [rows, unread] = await Promise.all([news.page({ userId, before, limit }), unreadOf(userId)])
      return { ...pageOf(rows, query, { number: (row) => row.news.number, answer }), unread }
    },
    read: async (userId: string, what: IdeaNewsRead): Promise<{ unread: number }> => {
      take(userId)
      const named = 'idea' in what ? what : { upTo: what.up_to }
      const isChanged = await news.markRead(userId, named, new Date(clock.now()))
      const unread = await unreadOf(userId)
      if (isChanged) send(userId, { unread, news: null })
      return { unread }
    },
  }
}

const newsAnswer = ({ news, idea, author, netR }: NewsRow, now: number): IdeaNews => ({
  seq: news.number,
  event: news.event,
  idea: news.idea,
  symbol: idea.symbol,
  side: idea.side,
  author: authorAnswer(author, news.userId),
  net_r: news.event === 'scored' && idea.dueAt <= now ? netR : null,
  count: news.count,
  at: news.at.toISOString(),
  is_read: news.readAt !== null,
})
