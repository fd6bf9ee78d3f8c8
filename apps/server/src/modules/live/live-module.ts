import type { FastifyBaseLogger } from 'fastify'
import type { Server } from 'socket.io'
import type { MarketService } from '../market/market-service.ts'
import { BookFanOut } from './book-fan-out.ts'
import { FanOut } from './fan-out.ts'
import { type LivePace, liveLoops } from './live-loops.ts'
import { type LiveDeps, serveLive } from './live-namespace.ts'

type Deps = Pick<LiveDeps, 'verifyToken' | 'isWalletLinked' | 'onWallet' | 'onRevoked'> & {
  readonly io: Server
  readonly market: MarketService
  readonly logger: FastifyBaseLogger
  readonly pace?: LivePace
}

/** The namespace `/live` over the market of this process. Its loops run from here on: who connects while the market starts hears its first prices. */
export function liveModule({ io, market, logger, pace, ...accounts }: Deps) {
  const fan = new FanOut(market.hub)
  const books = new BookFanOut({ market: market.hub, onError: (error) => logger.error({ err: error }, 'a book could not be read') })
  serveLive({
    io,
    fan,
    books,
    ...accounts,
    onFault: ({ event, errors }) => logger.debug({ event, fields: Object.keys(errors) }, 'a message on /live was refused'),
    onError: (error) => logger.error({ err: error }, 'a command on /live failed'),
  })
  const stop = liveLoops({
    fan,
    books,
    onPrices: market.onPrices,
    onStatus: market.onStatus,
    onBeginAnew: market.onBeginAnew,
    hasCoins: () => market.hub.hasCoins(),
    ...(pace && { pace }),
  })
  return { name: 'live', stop, clients: () => fan.size() }
}
