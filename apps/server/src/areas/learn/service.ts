import type { Clock } from '@aerie/core/time'
import type { GradedQuestion, WrittenLesson } from '@aerie/learn/lesson'
import { askedQuestion, headOf, LESSONS, lessonNamed, readersLesson } from '@aerie/learn/lessons'
import { cardAfter, type ReviewCard } from '@aerie/learn/review'
import { isTaskDone, type TaskCheck, type TaskFacts } from '@aerie/learn/task'
import type { EndpointRequest, EndpointReturn } from '@aerie/wire/endpoint'
import type { DueQuestion, LessonProgress, LessonsProgress, LessonVerdict, listDueQuestions } from '@aerie/wire/learn'
import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { lockingUser } from '../../platform/db/locking-user.ts'
import { lessonAnswers, lessonTasks } from '../../platform/db/schema/learn.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { notACursor } from '../../platform/http/list-page.ts'

type Deps = {
  readonly db: Db
  readonly clock: Clock
  readonly factsOf: (userId: string, check: TaskCheck) => Promise<TaskFacts>
}
type Given = { readonly lesson: string; readonly question: string; readonly choice: string; readonly key: string | undefined }

type DuePage = EndpointRequest<typeof listDueQuestions>['query']

const REVIEWED_AT_ONCE = 50

export type LearnService = ReturnType<typeof learnService>

/** Correct choices are never revealed before an answer. */
export const learnService = ({ db, clock, factsOf }: Deps) => {
  const stored = learnRepository(db)
  const heads = LESSONS.map(headOf)
  return {
    list: () => heads,
    lesson: (id: string) => readersLesson(lessonOf(id)),
    progress: async (userId: string): Promise<LessonsProgress> => {
      const [answers, tasks] = await Promise.all([stored.answersOf(userId), stored.tasksOf(userId)])
      const times = answers.flatMap((row) => (row.dueAt === null || questionOf(row) === undefined ? [] : [row.dueAt]))
      const later = times.filter((at) => at > clock.now())
      return {
        lessons: progressOf({ answers, tasks }),
        due: times.length - later.length,
        next_due_at: later.length === 0 ? null : new Date(Math.min(...later)).toISOString(),
      }
    },
    dueQuestions: async (userId: string, { cursor, limit: asked }: DuePage): Promise<EndpointReturn<typeof listDueQuestions>> => {
      const limit = asked === undefined ? REVIEWED_AT_ONCE : Number(asked)
      const after = cursor === undefined ? undefined : parseCursor(cursor)
      const due = await stored.due({ userId, now: clock.now(), after, limit: limit + 1 })
      const shown = due.slice(0, limit)
      const last = due.length > limit ? shown.at(-1) : undefined
      return { data: shown.flatMap(dueQuestion), next: last === undefined ? null : `${last.dueAt}_${last.lesson}_${last.question}` }
    },
    /** Schedules wrong answers for review. Idempotent by key. @throws AppError not_found, bad_input, conflict */
    answer: (userId: string, given: Given): Promise<LessonVerdict> => {
      const question = gradedOf(given)
      return lockingUser(db, userId, (tx) => answerIn(tx, { ...given, userId, question, now: clock.now() }))
    },
    /** Once done, a task stays done. @throws AppError not_found */
    checkTask: async (userId: string, id: string) => {
      const written = lessonOf(id)
      const known = (await stored.tasksOf(userId)).find(({ lesson }) => lesson === id)
      const isDone = known !== undefined || isTaskDone(written.task.check, await factsOf(userId, written.task.check))
      if (!isDone) return { done_at: null, completed_at: null }
      const doneAt = known?.doneAt ?? (await stored.markTask({ userId, lesson: id, doneAt: new Date(clock.now()) }))
      const { completed_at } = progressIn(written, await stored.answersOf(userId), { userId, lesson: id, doneAt })
      return { done_at: doneAt.toISOString(), completed_at }
    },
  }
}

function dueQuestion(row: AnswerRow): DueQuestion[] {
  const [lesson, question] = [lessonNamed(row.lesson), questionOf(row)]
  if (lesson === undefined || question === undefined) return []
  return [{ lesson: lesson.id, title: lesson.title, question: askedQuestion(question) }]
}

const NAME = '[a-z0-9][a-z0-9-]{0,39}'
const CURSOR = new RegExp(`^(\\d{1,15})_(${NAME})_(${NAME})$`)

function parseCursor(cursor: string): ReviewCursor {
  const [, dueAt, lesson, question] = CURSOR.exec(cursor) ?? []
  if (lesson === undefined || question === undefined) throw notACursor()
  return { dueAt: Number(dueAt), lesson, question }
}

function lessonOf(id: string): WrittenLesson {
  const found = lessonNamed(id)
  if (found === undefined) throw new AppError('not_found', { detail: 'There is no such lesson.' })
  return found
}

function gradedOf({ lesson, question, choice }: Given): GradedQuestion {
  const found = lessonOf(lesson).quiz.find(({ id }) => id === question)
  if (found === undefined) throw new AppError('not_found', { detail: 'This lesson has no such question.' })
  if (!found.choices.some(({ id }) => id === choice))
    throw new AppError('bad_input', {
      detail: 'This question has no such choice.',
      errors: { 'body.choice': ['This question has no such choice.'] },
    })
  return found
}

type Answering = Omit<Given, 'question'> & { readonly userId: string; readonly question: GradedQuestion; readonly now: number }

async function answerIn(tx: Db, answering: Answering): Promise<LessonVerdict> {
  const { userId, lesson, question, choice, key } = answering
  const stored = learnRepository(tx)
  const before = await stored.answer({ userId, lesson, question: question.id })
  if (before !== undefined && key !== undefined && before.requestKey === key) {
    if (before.choice !== choice) throw new AppError('conflict', { detail: 'This Idempotency-Key was used for another answer.' })
    return verdictOf(question, before)
  }
  const row = rowAfter(before, answering)
  await stored.saveAnswer(row)
  return verdictOf(question, row)
}

function rowAfter(before: AnswerRow | undefined, { userId, lesson, question, choice, key, now }: Answering): AnswerRow {
  const isRight = choice === question.right
  const at = new Date(now)
  const card = cardAfter({ card: before && cardOf(before), isRight, now })
  return {
    userId,
    lesson,
    question: question.id,
    choice,
    isRight,
    answeredAt: at,
    rightAt: before?.rightAt ?? (isRight ? at : null),
    tries: (before?.tries ?? 0) + 1,
    requestKey: key ?? null,
    ...(card ?? NO_CARD),
  }
}

const NO_CARD = { dueAt: null, stability: null, difficulty: null, reps: null, lapses: null, reviewedAt: null } as const

const verdictOf = ({ id, right, why, choices }: GradedQuestion, { choice, dueAt }: AnswerRow): LessonVerdict => ({
  question: id,
  choice,
  is_right: choice === right,
  right_choice: right,
  explanations: askedQuestion({ id, text: '', choices, right, why }).choices.map((one) => ({ choice: one.id, text: why[one.id] ?? '' })),
  due_at: dueAt === null ? null : new Date(dueAt).toISOString(),
})

type Stored = { readonly answers: readonly AnswerRow[]; readonly tasks: readonly TaskRow[] }

/** In lesson order; removed lessons are omitted. */
function progressOf({ answers, tasks }: Stored): LessonProgress[] {
  return LESSONS.flatMap((written) => {
    const own = answersTo(written, answers)
    const task = tasks.find(({ lesson }) => lesson === written.id)
    return own.length === 0 && task === undefined ? [] : [progressIn(written, own, task)]
  })
}

function progressIn(written: WrittenLesson, answers: readonly AnswerRow[], task: TaskRow | undefined): LessonProgress {
  const right = answersTo(written, answers).flatMap(({ rightAt }) => rightAt ?? [])
  const isComplete = right.length === written.quiz.length && task !== undefined
  const times = [...right, ...(task === undefined ? [] : [task.doneAt])].map((at) => at.getTime())
  return {
    lesson: written.id,
    answered: answersTo(written, answers).length,
    right: right.length,
    task_done_at: task?.doneAt.toISOString() ?? null,
    completed_at: isComplete ? new Date(Math.max(...times)).toISOString() : null,
  }
}

const answersTo = ({ id, quiz }: WrittenLesson, answers: readonly AnswerRow[]): AnswerRow[] =>
  answers.filter(({ lesson, question }) => lesson === id && quiz.some((one) => one.id === question))

const questionOf = ({ lesson, question }: Pick<AnswerRow, 'lesson' | 'question'>) =>
  lessonNamed(lesson)?.quiz.find(({ id }) => id === question)

type AnswerRow = typeof lessonAnswers.$inferSelect
type TaskRow = typeof lessonTasks.$inferSelect
type AnswerKey = Pick<AnswerRow, 'userId' | 'lesson' | 'question'>
type ReviewCursor = { readonly dueAt: number; readonly lesson: string; readonly question: string }
type Due = { readonly userId: string; readonly now: number; readonly after: ReviewCursor | undefined; readonly limit: number }

const a = lessonAnswers
const isBehind = ({ dueAt, lesson, question }: ReviewCursor) =>
  sql`(${a.dueAt}, ${a.lesson}, ${a.question}) > (${dueAt}::bigint, ${lesson}, ${question})`

const learnRepository = (db: Db) => ({
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
  due: ({ userId, now, after, limit }: Due): Promise<AnswerRow[]> =>
    db
      .select()
      .from(a)
      .where(and(eq(a.userId, userId), isNotNull(a.dueAt), lte(a.dueAt, now), after && isBehind(after)))
      .orderBy(asc(a.dueAt), asc(a.lesson), asc(a.question))
      .limit(limit),
  tasksOf: (userId: string): Promise<TaskRow[]> => db.select().from(lessonTasks).where(eq(lessonTasks.userId, userId)),
  markTask: async (row: TaskRow): Promise<Date> => {
    const [kept] = await db
      .insert(lessonTasks)
      .values(row)
      .onConflictDoUpdate({ target: [lessonTasks.userId, lessonTasks.lesson], set: { doneAt: sql`${lessonTasks.doneAt}` } })
      .returning({ doneAt: lessonTasks.doneAt })
    return kept?.doneAt ?? row.doneAt
  },
})

function cardOf({ dueAt, stability, difficulty, reps, lapses, reviewedAt }: AnswerRow): ReviewCard | undefined {
  if (dueAt === null || stability === null || difficulty === null || reps === null || lapses === null || reviewedAt === null)
    return undefined
  return { dueAt, stability, difficulty, reps, lapses, reviewedAt }
}
