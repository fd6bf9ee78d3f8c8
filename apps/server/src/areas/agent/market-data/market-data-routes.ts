import { randomUUID } from 'node:crypto'
import { MARKET_DATA_COMMANDS, type MarketDataCommand, marketDataCalls } from '@aerie/wire/market/market-data'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/http/app-error.ts'
import type { DailyLimit, DayUse } from './daily-limit.ts'
import { type MarketDataRequest, readPayload } from './payload.ts'

type Deps = {
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

export const marketDataRoutes =
  (deps: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    for (const command of MARKET_DATA_COMMANDS)
      app.endpoint(marketDataCalls[command], async ({ query, request, reply }) => ({
        message_id: await take(deps, { command, payload: query.payload }, request, reply),
      }))
  }

type Call = { readonly command: MarketDataCommand; readonly payload: string }

async function take(deps: Deps, { command, payload }: Call, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const read = readPayload(command, payload, deps.isCoin)
  if (!read.ok) throw badPayload(read.message)
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
