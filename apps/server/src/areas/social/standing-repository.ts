import { isRanked, type RatedIdea, type Standing } from '@aerie/social/standing'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { ideaScores, ideaStandings, ideas, socialAuthors, socialNames } from '../../platform/db/schema/social.ts'

const figures = {
  scored: ideaStandings.scored,
  n: ideaStandings.n,
  mean: ideaStandings.mean,
  low: ideaStandings.low,
  high: ideaStandings.high,
  excess: ideaStandings.excess,
}

/** Standings are always recomputed from all ideas, never incremented. */
export const standingRepository = (db: Db) => ({
  find: async (chain: number, author: string): Promise<Standing | undefined> =>
    (
      await db
        .select(figures)
        .from(ideaStandings)
        .where(and(eq(ideaStandings.chain, chain), eq(ideaStandings.author, author)))
    )[0],
  rated: async (chain: number, author: string): Promise<RatedIdea[]> =>
    db
      .select({
        symbol: ideas.symbol,
        seq: ideas.seq,
        startsAt: ideas.startsAt,
        dueAt: ideas.dueAt,
        netR: ideaScores.netR,
        r: ideaScores.r,
        holdR: ideaScores.holdR,
      })
      .from(ideas)
      .leftJoin(ideaScores, and(eq(ideaScores.chain, ideas.chain), eq(ideaScores.seq, ideas.seq)))
      .where(and(eq(ideas.chain, chain), eq(ideas.author, author))),
  save: async (chain: number, author: string, standing: Standing): Promise<void> => {
    const kept = { ...standing, isRanked: isRanked(standing) }
    await db
      .insert(ideaStandings)
      .values({ chain, author, ...kept })
      .onConflictDoUpdate({ target: [ideaStandings.chain, ideaStandings.author], set: kept })
  },
  leaders: ({ chain, after, limit }: { readonly chain: number; readonly after: number; readonly limit: number }) => {
    // Joins names and followers only for the rows shown, not for those skipped.
    const page = db
      .select({ author: ideaStandings.author, ...figures })
      .from(ideaStandings)
      .where(and(eq(ideaStandings.chain, chain), ideaStandings.isRanked))
      .orderBy(desc(ideaStandings.low), ideaStandings.author)
      .offset(after)
      .limit(limit)
      .as('places')
    const { author, scored, n, mean, low, high, excess } = page
    return db
      .select({
        author: { id: author, name: socialNames.name, userId: socialAuthors.userId },
        standing: { scored, n, mean, low, high, excess },
        followers: sql<number>`(select count(*)::int from social_follows f where f.author = ${author})`,
      })
      .from(page)
      .innerJoin(socialAuthors, eq(socialAuthors.id, author))
      .leftJoin(socialNames, eq(socialNames.userId, socialAuthors.userId))
      .orderBy(desc(low), author)
  },
})
