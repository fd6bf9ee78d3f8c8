import { randomUUID } from 'node:crypto'
import { type MarketDataCommand, marketDataAccepted, marketDataQuery } from '@aerie/wire/market/market-data'
import { envelope } from '@aerie/wire/problem'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Authentication } from '../../account/index.ts'
import type { DailyLimit, DayUse } from './daily-limit.ts'
import { type MarketDataRequest, readPayload } from './payload.ts'

type Deps = {
  readonly requireUser: Authentication['requireUser']
  readonly isCoin: (symbol: string) => boolean
  readonly limit: DailyLimit
  readonly work: (call: {
    request: MarketDataRequest
    messageId: string
    userId: string
    sessionId: string
    answered: Promise<void>
  }) => void
}

const payloadQuery = z.object({ payload: z.string() })

const TEXTS: Readonly<Record<MarketDataCommand, { summary: string; payload: string }>> = {
  info: { summary: 'The newest price of a coin', payload: '`{ticker}`, such as `BTC`' },
  price: {
    summary: 'The predicted price of BTC, ETH, SOL or XRP',
    payload: '`{ticker} {timeframe}`, whole hours from 1 to 24, such as `BTC 12`',
  },
  historical: {
    summary: 'Hourly closing prices since some hours ago',
    payload: '`{ticker} {timeframe}`, whole hours from 1 to 2160, such as `BTC 24`',
  },
}

const description = (payload: string): string =>
  `The payload is ${payload}. The answer carries a \`message_id\`; the result follows on the socket namespace \`/messages\` ` +
  'as the event `message` with that id, to the sockets of the calling session. A result that comes before the session has ' +
  'connected is kept for a minute. Taken calls count against the day (UTC) that the RateLimit headers tell of.'

export const marketDataRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const register = (command: MarketDataCommand): void => {
      app.get(
        `/api/v1/${command}`,
        {
          onRequest: deps.requireUser,
          schema: {
            tags: ['market-data'],
            security: [{ bearer: [] }],
            summary: TEXTS[command].summary,
            description: description(TEXTS[command].payload),
            querystring: marketDataQuery(command),
            response: { 200: envelope(marketDataAccepted) },
          },
        },
        async (request, reply) => ({ data: { message_id: await take(deps, command, request, reply) } }),
      )
    }
    register('info')
    register('price')
    register('historical')
  }

async function take(deps: Deps, command: MarketDataCommand, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const { payload } = z.parse(payloadQuery, request.query)
  const read = readPayload(command, payload, deps.isCoin)
  if (!read.ok) throw badPayload(read.message)
  reply.header('cache-control', 'no-store')
  const use = await deps.limit.take(request.caller)
  reply.headers({ 'ratelimit-limit': use.limit, 'ratelimit-remaining': use.remaining, 'ratelimit-reset': use.resetSeconds })
  if (!use.isTaken) throw dayIsSpent(use)
  const messageId = randomUUID()
  // `close` also covers aborted responses: the result is sent anyway.
  const answered = new Promise<void>((resolve) => void reply.raw.once('finish', resolve).once('close', resolve))
  const { sessionId, user } = request.caller
  deps.work({ request: read.request, messageId, userId: user.user_id, sessionId, answered })
  return messageId
}

const badPayload = (message: string): AppError =>
  new AppError('bad_input', { detail: `The payload is not valid: ${message}.`, errors: { payload: [message] } })

const dayIsSpent = ({ limit, resetSeconds }: DayUse): AppError =>
  new AppError('rate_limited', {
    detail: `You have used your ${limit} calls for today. The limit resets at midnight UTC.`,
    facts: { limit },
    retryAfterSeconds: resetSeconds,
  })
