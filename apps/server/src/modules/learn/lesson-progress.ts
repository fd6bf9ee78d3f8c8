import type { WrittenLesson } from '@aerie/learn/lesson'
import { LESSONS, lessonNamed } from '@aerie/learn/lessons'
import type { LessonProgress } from '@aerie/wire/lessons'
import type { AnswerRow, TaskRow } from './learn-repository.ts'

type Stored = { readonly answers: readonly AnswerRow[]; readonly tasks: readonly TaskRow[] }

/** How far a user is with each lesson that they have begun, in the order of the lessons. What is no lesson any more is left out. */
export function progressOf({ answers, tasks }: Stored): LessonProgress[] {
  return LESSONS.flatMap((written) => {
    const own = answersTo(written, answers)
    const task = tasks.find(({ lesson }) => lesson === written.id)
    return own.length === 0 && task === undefined ? [] : [progressIn(written, own, task)]
  })
}

/** Of one lesson. */
export function progressIn(written: WrittenLesson, answers: readonly AnswerRow[], task: TaskRow | undefined): LessonProgress {
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

/** The question of an answer; undefined where the lesson no longer asks it. */
export const questionOf = ({ lesson, question }: Pick<AnswerRow, 'lesson' | 'question'>) =>
  lessonNamed(lesson)?.quiz.find(({ id }) => id === question)
