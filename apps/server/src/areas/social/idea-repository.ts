import { itemAt } from '@aerie/core/item-at'
import { and, asc, count, desc, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { ideaAddenda, ideaChains, ideaScores, ideas, ideaTexts, socialAuthors, socialNames } from '../../platform/db/schema/social.ts'
import { FIRST_BEFORE } from './idea-chain.ts'
import type { Addendum, IdeaRow, Reader } from './idea-rows.ts'
import type { IdeaSource } from './social-market.ts'

type Stored = typeof ideas.$inferSelect
type TextRow = typeof ideaTexts.$inferInsert
export type Feed = {
  readonly chain: number
  readonly limit: number
  readonly before?: number | undefined
  readonly symbol?: string | undefined
  readonly side?: Stored['side'] | undefined
  readonly state?: 'open' | 'scored' | 'missing' | undefined
  readonly author?: string | undefined
  readonly isFollowed?: boolean | undefined
}

/** Scores are written by idea-scores.ts. */
export const ideaRepository = (db: Db) => ({ ...ideaWrites(db), ...ideaReads(db), ...textQueries(db) })

const ideaWrites = (db: Db) => ({
  /** Creates the chain if needed and locks it until the transaction ends. */
  lockChain: async ({ id, kind }: IdeaSource): Promise<typeof ideaChains.$inferSelect> => {
    await db.insert(ideaChains).values({ sourceId: id, sourceKind: kind, head: FIRST_BEFORE }).onConflictDoNothing()
    return itemAt(await db.select().from(ideaChains).where(eq(ideaChains.sourceId, id)).for('update'), 0)
  },
  append: async (row: Stored, text: TextRow): Promise<void> => {
    await db.insert(ideas).values(row)
    await db.insert(ideaTexts).values(text)
    await db.update(ideaChains).set({ length: row.seq, head: row.hash }).where(eq(ideaChains.number, row.chain))
  },
  open: async (wanted: { author: string; chain: number; symbol: string; now: number }): Promise<{ coin: number; all: number }> => {
    const ofCoin = sql<number>`count(*) filter (where ${ideas.symbol} = ${wanted.symbol})::int`
    const isOpen = and(eq(ideas.author, wanted.author), eq(ideas.chain, wanted.chain), gt(ideas.dueAt, wanted.now))
    return itemAt(await db.select({ coin: ofCoin, all: count() }).from(ideas).where(isOpen), 0)
  },
  openSides: async (author: string, chain: number, now: number): Promise<{ long: number; short: number }> => {
    const of = (side: Stored['side']) => sql<number>`count(*) filter (where ${ideas.side} = ${side})::int`
    const isOpen = and(eq(ideas.author, author), eq(ideas.chain, chain), gt(ideas.dueAt, now), lte(ideas.postedAt, now))
    return itemAt(
      await db
        .select({ long: of('long'), short: of('short') })
        .from(ideas)
        .where(isOpen),
      0,
    )
  },
})

const sameIdea = and(eq(ideaScores.chain, ideas.chain), eq(ideaScores.seq, ideas.seq))
const likesOf = sql<number>`(select count(*)::int from idea_likes l where l.idea = ${ideas.id})`
const commentsOf = sql<number>`(select count(*)::int from idea_comments c where c.idea = ${ideas.id} and c.state = 'shown')`
const isLikedBy = (userId: string) => sql<boolean>`exists (select from idea_likes l where l.idea = ${ideas.id} and l.user_id = ${userId})`

const selectIdeas = (db: Db, { userId }: Reader) =>
  db
    .select({
      idea: ideas,
      chain: { sourceId: ideaChains.sourceId, sourceKind: ideaChains.sourceKind },
      score: ideaScores,
      text: ideaTexts.text,
      textState: ideaTexts.state,
      name: socialNames.name,
      userId: socialAuthors.userId,
      likes: likesOf,
      comments: commentsOf,
      isLiked: isLikedBy(userId),
    })
    .from(ideas)
    .innerJoin(ideaChains, eq(ideaChains.number, ideas.chain))
    .innerJoin(socialAuthors, eq(socialAuthors.id, ideas.author))
    .leftJoin(ideaTexts, eq(ideaTexts.idea, ideas.id))
    .leftJoin(socialNames, eq(socialNames.userId, socialAuthors.userId))
    .leftJoin(ideaScores, sameIdea)

/** Must match the states of `ideaAnswer`. */
const stateIs = (state: NonNullable<Feed['state']>, now: number) => {
  const isOver = lte(ideas.dueAt, now)
  if (state === 'open') return sql`(${gt(ideas.dueAt, now)} or ${isNull(ideaScores.seq)})`
  return state === 'missing' ? and(isOver, eq(ideaScores.outcome, 'missing')) : and(isOver, sql`${ideaScores.outcome} <> 'missing'`)
}

const ideaReads = (db: Db) => ({
  find: async (id: string, reader: Reader): Promise<IdeaRow | undefined> => (await selectIdeas(db, reader).where(eq(ideas.id, id)))[0],
  claim: async (id: string): Promise<Stored | undefined> => (await db.select().from(ideas).where(eq(ideas.id, id)))[0],
  /** Newest first; omits muted and blocked authors, unless one is requested explicitly. */
  feed: (wanted: Feed, reader: Reader): Promise<IdeaRow[]> => {
    const { chain, before, symbol, side, state, author, isFollowed, limit } = wanted
    return selectIdeas(db, reader)
      .where(
        and(
          eq(ideas.chain, chain),
          lte(ideas.postedAt, reader.now),
          before === undefined ? undefined : lt(ideas.seq, before),
          symbol === undefined ? undefined : eq(ideas.symbol, symbol),
          side && eq(ideas.side, side),
          state && stateIs(state, reader.now),
          author === undefined
            ? sql`not exists (select from social_views v where v.user_id = ${reader.userId} and v.author = ${ideas.author})`
            : eq(ideas.author, author),
          isFollowed === true
            ? sql`exists (select from social_follows f where f.user_id = ${reader.userId} and f.author = ${ideas.author})`
            : undefined,
        ),
      )
      .orderBy(desc(ideas.seq))
      .limit(limit)
  },
})

const textQueries = (db: Db) => ({
  addenda: (ids: readonly string[]): Promise<Addendum[]> =>
    ids.length === 0
      ? Promise.resolve([])
      : db
          .select({ idea: ideaAddenda.idea, text: ideaAddenda.text, at: ideaAddenda.at })
          .from(ideaAddenda)
          .where(inArray(ideaAddenda.idea, [...ids]))
          .orderBy(asc(ideaAddenda.number)),
  addAddendum: async (row: typeof ideaAddenda.$inferInsert): Promise<void> => void (await db.insert(ideaAddenda).values(row)),
  findByKey: async (userId: string, key: string): Promise<{ idea: string; requestHash: Buffer | null } | undefined> =>
    (
      await db
        .select({ idea: ideaTexts.idea, requestHash: ideaTexts.requestHash })
        .from(ideaTexts)
        .where(and(eq(ideaTexts.userId, userId), eq(ideaTexts.requestKey, key)))
    )[0],
  lockText: async (idea: string): Promise<typeof ideaTexts.$inferSelect | undefined> =>
    (await db.select().from(ideaTexts).where(eq(ideaTexts.idea, idea)).for('update'))[0],
  /** Also removes addenda and salt. */
  clearText: async (idea: string): Promise<void> => {
    await db.delete(ideaAddenda).where(eq(ideaAddenda.idea, idea))
    await db
      .update(ideaTexts)
      .set({ text: '', salt: Buffer.alloc(0), state: 'deleted' })
      .where(eq(ideaTexts.idea, idea))
  },
  setTextState: async (idea: string, state: 'shown' | 'hidden'): Promise<void> =>
    void (await db.update(ideaTexts).set({ state }).where(eq(ideaTexts.idea, idea))),
})
