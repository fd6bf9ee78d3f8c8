import type { Clock } from '@aerie/core/time'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { users } from '../../platform/db/schema/accounts.ts'
import { ideaComments, ideaTexts, socialAuthors, socialReports } from '../../platform/db/schema/social.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type Operator, operatorLogRepository } from '../account/index.ts'
import { authorRepository } from './author-repository.ts'
import { commentRepository } from './comment-repository.ts'
import { ideaRepository } from './idea-repository.ts'

const MOST_NOTES = 20

type Deps = { readonly db: Db; readonly clock: Clock; readonly operator: Operator }
export type ReportedText = {
  readonly kind: 'idea' | 'comment'
  readonly target: string
  readonly reports: number
  readonly reasons: string
  readonly email: string | null
  readonly state: string | null
  readonly text: string | null
  readonly notes: readonly string[]
}
type Found = { readonly kind: 'idea' | 'comment'; readonly state: string; readonly user: { readonly id: string; readonly email: string } }

/** Operator actions, all logged. Scores cannot be changed: a hidden idea keeps its own. */
export const moderation = ({ db, clock, operator }: Deps) => ({
  reports: (limit: number): Promise<ReportedText[]> => openReports(db, limit),
  hide: (target: string): Promise<void> => setState({ db, clock, operator }, target, 'hidden'),
  /** @throws AppError not_found, also if its author removed it */
  restore: (target: string): Promise<void> => setState({ db, clock, operator }, target, 'shown'),
  suspend: (email: string, isSuspended: boolean): Promise<void> =>
    db.transaction(async (tx) => {
      const at = new Date(clock.now())
      const [user] = await tx.select({ id: users.id, email: users.email }).from(users).where(eq(users.email, email)).for('update')
      if (user === undefined) throw new AppError('not_found', { detail: 'There is no such user.' })
      const author = await authorRepository(tx).ensure(user.id, at)
      await authorRepository(tx).suspend(author.id, isSuspended)
      await operatorLogRepository(tx).add(operator, { at, user, parameters: { author: author.id, suspended: isSuspended } })
    }),
})
export type Moderation = ReturnType<typeof moderation>

async function setState({ db, clock, operator }: Deps, target: string, state: 'shown' | 'hidden'): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await findText(tx, target)
    if (found === undefined || found.state === 'deleted') throw new AppError('not_found', { detail: 'There is no such idea or comment.' })
    if (found.kind === 'idea') await ideaRepository(tx).setTextState(target, state)
    else await commentRepository(tx).setState(target, state)
    const at = new Date(clock.now())
    await tx
      .update(socialReports)
      .set({ resolvedAt: at })
      .where(and(eq(socialReports.target, target), isNull(socialReports.resolvedAt)))
    await operatorLogRepository(tx).add(operator, { at, user: found.user, parameters: { [found.kind]: target, state } })
  })
}

async function findText(tx: Db, target: string): Promise<Found | undefined> {
  const user = { id: users.id, email: users.email }
  const [idea] = await tx
    .select({ state: ideaTexts.state, user })
    .from(ideaTexts)
    .innerJoin(users, eq(users.id, ideaTexts.userId))
    .where(eq(ideaTexts.idea, target))
    .for('update', { of: ideaTexts })
  if (idea !== undefined) return { ...idea, kind: 'idea' }
  const [comment] = await tx
    .select({ state: ideaComments.state, user })
    .from(ideaComments)
    .innerJoin(users, eq(users.id, ideaComments.userId))
    .where(eq(ideaComments.id, target))
    .for('update', { of: ideaComments })
  return comment && { ...comment, kind: 'comment' }
}

const openReports = (db: Db, limit: number): Promise<ReportedText[]> =>
  db
    .select({
      kind: socialReports.kind,
      target: socialReports.target,
      reports: sql<number>`count(*)::int`,
      reasons: sql<string>`string_agg(distinct ${socialReports.reason}, ', ')`,
      email: sql<string | null>`max(${users.email})`,
      state: sql<string | null>`max(coalesce(${ideaTexts.state}, ${ideaComments.state}))`,
      text: sql<string | null>`max(coalesce(${ideaTexts.text}, ${ideaComments.text}))`,
      notes: sql<string[]>`coalesce((array_agg(${socialReports.note} order by ${socialReports.number})
        filter (where ${socialReports.note} is not null and ${socialReports.note} <> ''))[1:${MOST_NOTES}::int], '{}')`,
    })
    .from(socialReports)
    .leftJoin(ideaTexts, eq(ideaTexts.idea, socialReports.target))
    .leftJoin(ideaComments, eq(ideaComments.id, socialReports.target))
    .leftJoin(socialAuthors, eq(socialAuthors.userId, sql`coalesce(${ideaTexts.userId}, ${ideaComments.userId})`))
    .leftJoin(users, eq(users.id, socialAuthors.userId))
    .where(and(isNull(socialReports.resolvedAt), sql`coalesce(${ideaTexts.state}, ${ideaComments.state}) <> 'deleted'`))
    .groupBy(socialReports.kind, socialReports.target)
    .orderBy(asc(sql`min(${socialReports.number})`))
    .limit(limit)
