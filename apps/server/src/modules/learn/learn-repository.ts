import type { ReviewCard } from '@aerie/learn/review'
import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { lessonAnswers, lessonTasks } from '../../db/schema/learn.ts'

export type AnswerRow = typeof lessonAnswers.$inferSelect
export type TaskRow = typeof lessonTasks.$inferSelect
type AnswerKey = Pick<AnswerRow, 'userId' | 'lesson' | 'question'>
/** Place of a question among those that are due. */
export type ReviewPlace = { readonly dueAt: number; readonly lesson: string; readonly question: string }
type Due = { readonly userId: string; readonly now: number; readonly after: ReviewPlace | undefined; readonly limit: number }

const a = lessonAnswers
const isBehind = ({ dueAt, lesson, question }: ReviewPlace) =>
  sql`(${a.dueAt}, ${a.lesson}, ${a.question}) > (${dueAt}::bigint, ${lesson}, ${question})`

/** Answers of users to questions, and tasks that they have done. */
export const learnRepository = (db: Db) => ({
  answersOf: (userId: string): Promise<AnswerRow[]> => db.select().from(a).where(eq(a.userId, userId)),
  answer: async ({ userId, lesson, question }: AnswerKey): Promise<AnswerRow | undefined> =>
    (
      await db
        .select()
        .from(a)
        .where(and(eq(a.userId, userId), eq(a.lesson, lesson), eq(a.question, question)))
    )[0],
  saveAnswer: async (row: AnswerRow): Promise<void> => {
    await db
      .insert(a)
      .values(row)
      .onConflictDoUpdate({ target: [a.userId, a.lesson, a.question], set: row })
  },
  /** Questions whose time has come, the longest due first. */
  due: ({ userId, now, after, limit }: Due): Promise<AnswerRow[]> =>
    db
      .select()
      .from(a)
      .where(and(eq(a.userId, userId), isNotNull(a.dueAt), lte(a.dueAt, now), after && isBehind(after)))
      .orderBy(asc(a.dueAt), asc(a.lesson), asc(a.question))
      .limit(limit),
  tasksOf: (userId: string): Promise<TaskRow[]> => db.select().from(lessonTasks).where(eq(lessonTasks.userId, userId)),
  /** Marks a task as done. @returns when it was first */
  markTask: async (row: TaskRow): Promise<Date> => {
    const [kept] = await db
      .insert(lessonTasks)
      .values(row)
      .onConflictDoUpdate({ target: [lessonTasks.userId, lessonTasks.lesson], set: { doneAt: sql`${lessonTasks.doneAt}` } })
      .returning({ doneAt: lessonTasks.doneAt })
    return kept?.doneAt ?? row.doneAt
  },
})

/** The card of an answer; undefined where it needs no review. */
export function cardOf({ dueAt, stability, difficulty, reps, lapses, reviewedAt }: AnswerRow): ReviewCard | undefined {
  if (dueAt === null || stability === null || difficulty === null || reps === null || lapses === null || reviewedAt === null)
    return undefined
  return { dueAt, stability, difficulty, reps, lapses, reviewedAt }
}
