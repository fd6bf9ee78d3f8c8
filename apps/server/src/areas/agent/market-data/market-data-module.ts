import { type Clock, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { ticker } from '@aerie/runtime/ticker'
import type { MarketDataMessage } from '@aerie/wire/market/market-data'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Bus } from '../../../platform/bus/bus.ts'
import type { Db } from '../../../platform/db/client.ts'
import type { Duties } from '../../../platform/duties/duty.ts'
import type { MessagesChannel } from '../../../platform/sockets/messages-namespace.ts'
import { type Answer, type AnswerDeps, answer, refusal } from './answer.ts'
import { dailyLimit } from './daily-limit.ts'
import { marketDataRoutes } from './market-data-routes.ts'
import type { MarketDataRequest } from './payload.ts'
import { ResultMailbox } from './result-mailbox.ts'

type Deps = AnswerDeps & {
  readonly channel: Pick<MessagesChannel, 'emitToSession' | 'onSession'>
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>
  readonly db: Db
  readonly duties: Pick<Duties, 'upkeep'>
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly onResult?: (userId: string, message: MarketDataMessage) => void
}

type Call = {
  readonly request: MarketDataRequest
  readonly messageId: string
  readonly userId: string
  readonly sessionId: string
  readonly answered: Promise<void>
}

/** The three market-data calls; results are sent on `/messages`. */
export function marketDataModule({ channel, bus, db, duties, clock, logger, onResult, ...answers }: Deps) {
  const limit = dailyLimit({ db, clock })
  const onError = (error: unknown): void => logger.error({ err: error }, 'a market-data call failed')
  const mailbox = new ResultMailbox({ clock, bus, emit: channel.emitToSession })
  channel.onSession((session) => mailbox.collect(session))
  const sweeps = [ticker(MINUTE_MS, () => mailbox.sweep()), ticker(HOUR_MS, duties.upkeep(limit.sweep))]

  const work = async ({ request, messageId, userId, sessionId, answered }: Call): Promise<void> => {
    const found = await answer(request, answers).catch((error: unknown): Answer => {
      onError(error)
      return refusal(request.command, 'Something went wrong on our side. Try again.')
    })
    await answered
    const message = withId(found, messageId)
    onResult?.(userId, message)
    mailbox.deliver({ user_id: userId, sid: sessionId }, message)
  }

  return {
    name: 'market data',
    routes: async (app: FastifyInstance): Promise<void> => {
      const isCoin = (symbol: string): boolean => answers.market.hub.state(symbol) !== undefined
      await app.register(marketDataRoutes({ isCoin, limit, work: (call) => void work(call).catch(onError) }))
    },
    start: (): void => {
      for (const sweep of sweeps) sweep.start(onError)
    },
    stop: (): void => {
      for (const sweep of sweeps) sweep.stop()
    },
  }
}

/** TypeScript does not recognize the spread of a union as one of its members. */
const withId = (found: Answer, message_id: string): MarketDataMessage => ({ ...found, message_id }) as MarketDataMessage
