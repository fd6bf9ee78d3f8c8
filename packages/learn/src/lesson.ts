import { lesson, lessonId, lessonQuestion, lessonTask } from '@aerie/wire/learn'
import * as z from 'zod/mini'
import { taskCheck } from './task.ts'

const answered = z.object({
  ...lessonQuestion.shape,
  right: lessonId,
  why: z.record(lessonId, z.string().check(z.minLength(1), z.maxLength(500))),
})

/** Question with an explanation per choice, shown after answering. */
export const gradedQuestion = answered.check(z.refine(hasEveryReason, 'each choice needs its reason, and one of them is the right one'))
/** Question with its answers; must never leave the server whole. */
export type GradedQuestion = z.output<typeof gradedQuestion>

function hasEveryReason({ choices, right, why }: z.output<typeof answered>): boolean {
  const ids = choices.map(({ id }) => id)
  return new Set(ids).size === ids.length && ids.includes(right) && ids.every((id) => why[id] !== undefined)
}

/** Lesson source: content, answers, and the task's check. See docs/user/learn.md. */
export const writtenLesson = z.object({
  ...z.omit(lesson, { questions: true, quiz: true, task: true }).shape,
  quiz: z.array(gradedQuestion).check(
    z.minLength(3),
    z.maxLength(10),
    z.refine((quiz) => new Set(quiz.map(({ id }) => id)).size === quiz.length, 'a question occurs twice'),
  ),
  task: z.object({ ...lessonTask.shape, check: taskCheck }),
})
/** Lesson source. */
export type WrittenLesson = z.output<typeof writtenLesson>
