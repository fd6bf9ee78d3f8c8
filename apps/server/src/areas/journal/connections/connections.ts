import { type Clock, SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { RateLimiter } from '@aerie/upstream/rate-limiter'
import { systemTimers } from '@aerie/upstream/timers'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../../config.ts'
import type { Database } from '../../../platform/db/client.ts'
import type { Duties } from '../../../platform/duties/duty.ts'
import { sealedBox } from '../../../platform/secrets/sealed-box.ts'
import type { ImportService } from '../imports/import-service.ts'
import { binanceReaders } from './binance.ts'
import { BYBIT_ROOTS, bybitReaders } from './bybit.ts'
import { connectionRoutes } from './connection-routes.ts'
import { CONNECTIONS_PURPOSE, connectionService, type MakeReader } from './connection-service.ts'
import { connectionSync } from './connection-sync.ts'
import type { MakeLimiter } from './exchange-reader.ts'
import { hyperliquidReaders } from './hyperliquid.ts'
import { krakenReaders } from './kraken.ts'
import { OKX_ROOTS, okxReaders } from './okx.ts'

export type ConnectionSettings = Partial<
  Pick<Config, 'BINANCE_URL' | 'BINANCE_FUTURES_URL' | 'BYBIT_URL' | 'OKX_URL' | 'KRAKEN_URL' | 'HYPERLIQUID_URL'>
> & {
  /** Multiplies how fast exchanges are asked. For tests. */
  readonly speed?: number
}

type Deps = {
  readonly config: ConnectionSettings
  readonly secretKey: Uint8Array
  readonly db: Database
  readonly duties: Duties
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly imports: ImportService
}

/** Interval of the lease; a new connection is read at once. */
const TEND_MS = SECOND_MS

/** Connections to exchanges, which fill the journal by themselves. */
export function journalConnectionsPart({ config, secretKey, db, duties, clock, logger, imports }: Deps) {
  const env = { clock, timers: systemTimers, random: Math.random, fetch }
  const box = sealedBox(secretKey, CONNECTIONS_PURPOSE)
  const { speed = 1 } = config
  const makeLimiter: MakeLimiter = ({ burst, perSecond }) =>
    new RateLimiter({ burst: burst * speed, perSecond: perSecond * speed }, clock, systemTimers)
  const readers = {
    binance: binanceReaders(
      {
        spot: new URL(config.BINANCE_URL ?? 'https://api.binance.com'),
        futures: new URL(config.BINANCE_FUTURES_URL ?? 'https://fapi.binance.com'),
      },
      makeLimiter,
    ),
    bybit: bybitReaders(config.BYBIT_URL === undefined ? BYBIT_ROOTS : [new URL(config.BYBIT_URL)], makeLimiter),
    okx: okxReaders(config.OKX_URL === undefined ? OKX_ROOTS : [new URL(config.OKX_URL)], makeLimiter),
    kraken: krakenReaders(new URL(config.KRAKEN_URL ?? 'https://api.kraken.com'), makeLimiter),
    hyperliquid: hyperliquidReaders(new URL(config.HYPERLIQUID_URL ?? 'https://api.hyperliquid.xyz'), makeLimiter),
  }
  const makeReader: MakeReader = (exchange, access) => readers[exchange]({ env, ...access })
  const sync = connectionSync({ db, duties, clock, logger, box, makeReader, imports })
  const onError = (error: unknown): void => logger.warn({ err: error }, 'connections of journals could not be updated')
  const wake = (): void => void sync.tend().catch(onError)
  let end: (() => void) | undefined
  return {
    routes: connectionRoutes({ connections: connectionService({ db, clock, box, makeReader, wake }) }),
    start: (): void => {
      end ??= every(TEND_MS, sync.tend, { onError, atOnce: true })
    },
    stop: async (): Promise<void> => {
      end?.()
      end = undefined
      await sync.stop()
    },
    tend: sync.tend,
    idle: sync.idle,
  }
}
