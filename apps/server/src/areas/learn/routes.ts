import type { Clock } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import {
  lesson,
  lessonAnswer,
  lessonId,
  lessonList,
  lessonReview,
  lessonReviewQuery,
  lessonsProgress,
  lessonTaskState,
  lessonVerdict,
} from '@aerie/wire/lessons'
import { envelope } from '@aerie/wire/problem'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { AppError } from '../../platform/http/app-error.ts'
import type { ReadyAnswers } from '../../platform/http/ready-answers.ts'
import type { Authentication } from '../account/index.ts'
import type { LearnService } from './service.ts'

type Deps = {
  readonly learn: LearnService
  readonly answers: ReadyAnswers
  readonly requireUser: Authentication['requireUser']
  readonly clock: Clock
}

const BODY_LIMIT_BYTES = 1_024
/** Per user: enough for a quiz, too few for guessing. */
const BURST = 60
const PER_SECOND = 2

const idParams = z.object({ id: lessonId })
const keyHeader = z.object({
  'idempotency-key': z.optional(z.string().check(z.regex(/^[\x21-\x7e]{8,100}$/, '8 to 100 characters without spaces'))),
})
const open = { tags: ['lessons'] }
const own = { ...open, security: [{ bearer: [] }] }
const userOf = (request: FastifyRequest): string => request.caller.user.user_id

export const learnRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(lessonRoutes(deps))
    await app.register(ownRoutes(deps))
    await app.register(answerRoutes(deps))
  }

const lessonRoutes =
  ({ learn, answers }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/lessons',
      { schema: { ...open, summary: 'All lessons, in the order to read them', response: { 200: lessonList } } },
      (request, reply) => answers.make(request, reply, () => learn.list(), { next: null }),
    )
    app.get(
      '/api/v1/lessons/:id',
      {
        schema: {
          ...open,
          summary: 'A lesson with its figures, task, questions and sources',
          params: idParams,
          response: { 200: envelope(lesson) },
        },
      },
      (request, reply) => answers.make(request, reply, () => learn.lesson(request.params.id)),
    )
  }

const ownRoutes =
  ({ learn, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.get(
      '/api/v1/lessons/progress',
      {
        onRequest: requireUser,
        schema: { ...own, summary: 'How far the caller is, and what is due', response: { 200: envelope(lessonsProgress) } },
      },
      async (request) => ({ data: await learn.progress(userOf(request)) }),
    )
    app.get(
      '/api/v1/lessons/review',
      {
        onRequest: requireUser,
        schema: {
          ...own,
          summary: 'Questions that the caller answered wrongly and that are due again',
          querystring: lessonReviewQuery,
          response: { 200: lessonReview },
        },
      },
      (request) => learn.review(userOf(request), request.query),
    )
  }

const answerRoutes =
  ({ learn, requireUser, clock }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    const buckets = keyedTokenBuckets({ clock, burst: BURST, perSecond: PER_SECOND })
    const take = (request: FastifyRequest): string => {
      const user = userOf(request)
      if (!buckets.take(user, 1)) throw new AppError('rate_limited', { detail: 'Too many answers at once.', retryAfterSeconds: 1 })
      return user
    }
    app.post(
      '/api/v1/lessons/:id/answers',
      {
        onRequest: requireUser,
        bodyLimit: BODY_LIMIT_BYTES,
        schema: {
          ...own,
          summary: 'Answers a question, and tells what was right and why',
          description:
            'The same `Idempotency-Key` and choice again changes nothing; another choice: 409. A wrong answer is due again a day later.',
          params: idParams,
          headers: keyHeader,
          body: lessonAnswer,
          response: { 200: envelope(lessonVerdict) },
        },
      },
      async (request) => ({
        data: await learn.answer(take(request), {
          lesson: request.params.id,
          ...request.body,
          key: request.headers['idempotency-key'],
        }),
      }),
    )
    app.post(
      '/api/v1/lessons/:id/task',
      {
        onRequest: requireUser,
        bodyLimit: BODY_LIMIT_BYTES,
        schema: {
          ...own,
          summary: 'Checks whether the task of a lesson was done, by what is stored',
          params: idParams,
          response: { 200: envelope(lessonTaskState) },
        },
      },
      async (request) => ({ data: await learn.checkTask(take(request), request.params.id) }),
    )
  }
