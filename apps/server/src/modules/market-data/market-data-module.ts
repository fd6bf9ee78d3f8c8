import { type Clock, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import type { MarketDataMessage } from '@aerie/wire/market-data'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Server } from 'socket.io'
import type { Db } from '../../db/client.ts'
import type { Admission } from '../../sockets/admission.ts'
import type { Authentication } from '../accounts/authentication.ts'
import { type Answer, type AnswerDeps, answer, refusal } from './answer.ts'
import { dailyLimit } from './daily-limit.ts'
import { marketDataRoutes } from './market-data-routes.ts'
import { MessageDesk } from './message-desk.ts'
import { type IsOutdated, serveMessages } from './messages-namespace.ts'
import type { MarketDataRequest } from './payload.ts'

type Deps = AnswerDeps &
  Pick<Admission, 'verifyToken' | 'onRevoked'> & {
    readonly io: Server
    readonly db: Db
    readonly clock: Clock
    readonly logger: FastifyBaseLogger
    readonly requireUser: Authentication['requireUser']
    readonly isOutdated: IsOutdated
    /** Told of each result before its user hears it. */
    readonly onResult?: (userId: string, message: MarketDataMessage) => void
  }

type Call = {
  readonly request: MarketDataRequest
  readonly messageId: string
  readonly userId: string
  readonly sessionId: string
  readonly answered: Promise<void>
}

/** The three market-data calls and the namespace `/messages` that their results arrive on. */
export function marketData({ io, db, clock, logger, requireUser, verifyToken, onRevoked, isOutdated, onResult, ...answers }: Deps) {
  const limit = dailyLimit({ db, clock })
  const onError = (error: unknown): void => logger.error({ err: error }, 'a market-data call failed')
  const { tell, notify } = serveMessages({
    io,
    verifyToken,
    onRevoked,
    isOutdated,
    onError,
    collect: (sessionId) => desk.collect(sessionId),
  })
  const desk: MessageDesk = new MessageDesk({ clock, tell })
  let timers: NodeJS.Timeout[] = []

  const work = async ({ request, messageId, userId, sessionId, answered }: Call): Promise<void> => {
    const found = await answer(request, answers).catch((error: unknown): Answer => {
      onError(error)
      return refusal(request.command, 'Something went wrong on our side. Try again.')
    })
    await answered
    const message = withId(found, messageId)
    onResult?.(userId, message)
    desk.deliver(sessionId, message)
  }

  return {
    /** Tells all of a user's sockets on `/messages` that something of their own is to be read again. */
    notify,
    register: async (app: FastifyInstance): Promise<void> => {
      const isCoin = (symbol: string): boolean => answers.market.hub.state(symbol) !== undefined
      await app.register(marketDataRoutes({ requireUser, isCoin, limit, work: (call) => void work(call).catch(onError) }))
    },
    start: (): void => {
      if (timers.length > 0) return
      timers = [setInterval(() => desk.sweep(), MINUTE_MS).unref(), setInterval(() => void limit.sweep().catch(onError), HOUR_MS).unref()]
    },
    stop: (): void => {
      for (const timer of timers) clearInterval(timer)
      timers = []
    },
  }
}

/** The spread of a union is not seen as one of its members. */
const withId = (found: Answer, message_id: string): MarketDataMessage => ({ ...found, message_id }) as MarketDataMessage
