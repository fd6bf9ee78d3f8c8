import { student975 } from '@aerie/journal/sample'
import type { IdeaScore } from '@aerie/social/idea-score'
import { standingOf } from '@aerie/social/standing'
import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { ideaScores, ideas, socialAuthors } from '../../platform/db/schema/social.ts'
import { demandTerm } from '../../platform/duties/duty.ts'
import { newsRepository } from './news-repository.ts'
import { standingRepository } from './standing-repository.ts'

export type DueIdea = typeof ideas.$inferSelect
export type Result = { readonly idea: DueIdea; readonly score: IdeaScore | 'missing' }

export const SOCIAL_DUTY = 'social'

export const dueIdeas = (db: Db, { chain, now, limit }: { chain: number; now: number; limit: number }): Promise<DueIdea[]> =>
  db
    .select({ idea: ideas })
    .from(ideas)
    .leftJoin(ideaScores, and(eq(ideaScores.chain, ideas.chain), eq(ideaScores.seq, ideas.seq)))
    .where(and(eq(ideas.chain, chain), lte(ideas.dueAt, now), isNull(ideaScores.seq)))
    .orderBy(asc(ideas.dueAt), asc(ideas.seq))
    .limit(limit)
    .then((rows) => rows.map(({ idea }) => idea))

/** Atomic, under `term` of the lease. `at`: market clock; `now`: server clock. @returns the newly scored ideas @throws DutyLost */
export const storeScores = (db: Db, { term, at, now, results }: Storing): Promise<string[]> =>
  db.transaction(async (tx) => {
    await demandTerm(tx, { name: SOCIAL_DUTY, term })
    if (results.length === 0) return []
    const written = await insertScores(tx, results, at)
    const scored = results.filter(({ idea }) => written.has(idea.seq)).map(({ idea }) => idea)
    for (const { chain, author } of onceEach(scored)) await renewStanding(tx, chain, author)
    const users = await usersOf(tx, scored)
    await newsRepository(tx).add(users.map((row) => ({ ...row, event: 'scored' as const, at: new Date(now) })))
    return scored.map(({ id }) => id)
  })
type Storing = { readonly term: number; readonly at: number; readonly now: number; readonly results: readonly Result[] }

async function insertScores(tx: Db, results: readonly Result[], at: number): Promise<Set<number>> {
  const rows = await tx
    .insert(ideaScores)
    .values(results.map((result) => scoreRow(result, at)))
    .onConflictDoNothing()
    .returning({ seq: ideaScores.seq })
  return new Set(rows.map(({ seq }) => seq))
}

function scoreRow({ idea: { chain, seq, author }, score }: Result, scoredAt: number): typeof ideaScores.$inferInsert {
  if (score === 'missing') return { chain, seq, author, outcome: 'missing', scoredAt }
  const { outcome, exit, exitS, isBoth, r, netR, holdR } = score
  return { chain, seq, author, outcome, exit, exitAt: exitS * 1_000, isBoth, r, netR, holdR, scoredAt }
}

const onceEach = (scored: readonly DueIdea[]): DueIdea[] => [
  ...new Map(scored.toSorted((a, b) => (a.author < b.author ? -1 : 1)).map((idea) => [idea.author, idea])).values(),
]

async function renewStanding(tx: Db, chain: number, author: string): Promise<void> {
  const standings = standingRepository(tx)
  await standings.save(chain, author, standingOf(await standings.rated(chain, author), student975))
}

async function usersOf(tx: Db, scored: readonly DueIdea[]): Promise<{ idea: string; userId: string }[]> {
  const found = []
  for (const { id, author } of scored) {
    const [row] = await tx.select({ userId: socialAuthors.userId }).from(socialAuthors).where(eq(socialAuthors.id, author))
    if (row !== undefined) found.push({ idea: id, userId: row.userId })
  }
  return found
}
