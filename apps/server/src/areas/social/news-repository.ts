import { and, count, desc, eq, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { ideaScores, ideas, socialAuthors, socialNames, socialNews, socialPosts } from '../../platform/db/schema/social.ts'

type Stored = typeof socialNews.$inferSelect
export type NewsEvent = Stored['event']
type News = { readonly userId: string; readonly idea: string; readonly event: NewsEvent; readonly at: Date }

/** Per user; older ones are deleted on reading, and all after a month. */
const MOST_KEPT = 200
const KEPT_DAYS = 30

/** Written in the same transaction as the event. */
export const newsRepository = (db: Db) => ({ ...newsWrites(db), ...newsReads(db) })

const newsWrites = (db: Db) => ({
  add: async (news: readonly News[]): Promise<void> => {
    if (news.length > 0)
      await db
        .insert(socialNews)
        .values(news.map((one) => ({ ...one, count: 1 })))
        .onConflictDoNothing()
  },
  /** Increments the existing notice while it is unread. */
  addComment: async ({ userId, idea, at }: Omit<News, 'event'>): Promise<void> =>
    void (await db.execute(sql`
      insert into social_news (user_id, idea, event, count, at) values (${userId}, ${idea}, 'commented', 1, ${at.toISOString()}::timestamptz)
      on conflict (user_id, idea, event) do update set number = default, at = excluded.at, read_at = null,
        count = case when social_news.read_at is null then social_news.count + 1 else 1 end`)),
  addPost: async (idea: string, at: Date): Promise<void> => void (await db.insert(socialPosts).values({ idea, at })),
  markRead: async (userId: string, what: { readonly upTo: number } | { readonly idea: string }, at: Date): Promise<boolean> => {
    const named = 'idea' in what ? eq(socialNews.idea, what.idea) : lte(socialNews.number, what.upTo)
    const { rowCount } = await db
      .update(socialNews)
      .set({ readAt: at })
      .where(and(eq(socialNews.userId, userId), isNull(socialNews.readAt), named))
    return (rowCount ?? 0) > 0
  },
  trim: async (userId: string): Promise<void> =>
    void (await db.execute(sql`
      delete from social_news where user_id = ${userId} and number <=
        (select number from social_news where user_id = ${userId} order by number desc offset ${MOST_KEPT} limit 1)`)),
  expire: async (now: Date): Promise<void> => {
    const before = new Date(now.getTime())
    before.setUTCDate(before.getUTCDate() - KEPT_DAYS)
    await db.delete(socialNews).where(lt(socialNews.at, before))
  },
})

const isOneOf = (users: readonly string[]): SQL => sql`${socialNews.userId} = any(${sql.param([...users])}::uuid[])`

const selectNews = (db: Db) =>
  db
    .select({
      news: socialNews,
      idea: { symbol: ideas.symbol, side: ideas.side, dueAt: ideas.dueAt },
      author: { id: ideas.author, name: socialNames.name, userId: socialAuthors.userId },
      netR: ideaScores.netR,
    })
    .from(socialNews)
    .innerJoin(ideas, eq(ideas.id, socialNews.idea))
    .innerJoin(socialAuthors, eq(socialAuthors.id, ideas.author))
    .leftJoin(socialNames, eq(socialNames.userId, socialAuthors.userId))
    .leftJoin(ideaScores, and(eq(ideaScores.chain, ideas.chain), eq(ideaScores.seq, ideas.seq)))
export type NewsRow = Awaited<ReturnType<ReturnType<typeof newsReads>['page']>>[number]

const newsReads = (db: Db) => ({
  page: ({ userId, before, limit }: { userId: string; before: number | undefined; limit: number }) =>
    selectNews(db)
      .where(and(eq(socialNews.userId, userId), before === undefined ? undefined : lt(socialNews.number, before)))
      .orderBy(desc(socialNews.number))
      .limit(limit),
  unreadOf: (event: NewsEvent, ids: readonly string[], users?: readonly string[]) =>
    selectNews(db).where(
      and(
        inArray(socialNews.idea, [...ids]),
        eq(socialNews.event, event),
        isNull(socialNews.readAt),
        users === undefined ? undefined : isOneOf(users),
      ),
    ),
  unread: async (users: readonly string[]): Promise<ReadonlyMap<string, number>> => {
    const rows = await db
      .select({ userId: socialNews.userId, n: count() })
      .from(socialNews)
      .where(and(isOneOf(users), isNull(socialNews.readAt)))
      .groupBy(socialNews.userId)
    return new Map(rows.map(({ userId, n }) => [userId, n]))
  },
})
