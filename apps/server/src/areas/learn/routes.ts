import type { Clock } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import { answerQuestion, checkLessonTask, getLesson, getLessonsProgress, listDueQuestions, listLessons } from '@aerie/wire/learn'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/http/app-error.ts'
import type { ReadyAnswers } from '../../platform/http/ready-answers.ts'
import type { LearnService } from './service.ts'

type Deps = { readonly learn: LearnService; readonly answers: ReadyAnswers; readonly clock: Clock }

const BODY = { bodyLimit: 1_024 }
/** Per user: enough for a quiz, too few for guessing. */
const RATE = { burst: 60, perSecond: 2 }

export const learnRoutes =
  ({ learn, answers, clock }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    const buckets = keyedTokenBuckets({ clock, ...RATE })
    const limit = (userId: string): void => {
      if (!buckets.take(userId, 1)) throw new AppError('rate_limited', { detail: 'Too many answers at once.', retryAfterSeconds: 1 })
    }

    app.endpoint(listLessons, () => ({ data: learn.list(), next: null }), { answers })
    app.endpoint(getLesson, ({ params }) => learn.lesson(params.id), { answers })
    app.endpoint(getLessonsProgress, ({ userId }) => learn.progress(userId))
    app.endpoint(listDueQuestions, ({ userId, query }) => learn.dueQuestions(userId, query))
    app.endpoint(
      answerQuestion,
      ({ userId, params, headers, body }) => {
        limit(userId)
        return learn.answer(userId, { lesson: params.id, ...body, key: headers['idempotency-key'] })
      },
      BODY,
    )
    app.endpoint(
      checkLessonTask,
      ({ userId, params }) => {
        limit(userId)
        return learn.checkTask(userId, params.id)
      },
      BODY,
    )
  }
