import type { Clock } from '@aerie/core/time'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/client.ts'
import type { ReadyAnswers } from '../../plugins/ready-answers.ts'
import type { HealthRegistry } from '../status/health-registry.ts'
import { CATALOGUE_COINS } from './catalogue-coins.ts'
import { chooseSource } from './choose-source.ts'
import { reportMarketHealth } from './market-health.ts'
import { marketRoutes } from './market-routes.ts'
import { MarketService } from './market-service.ts'

type Deps = {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly health: HealthRegistry
  readonly answers: ReadyAnswers
  readonly openWaitMs?: number
}

/** The market of the settings: its source, its memory and storage, its routes and its health. */
export function marketModule({ config, db, clock, logger, health, answers, openWaitMs }: Deps) {
  const service = new MarketService({
    makeSource: () => chooseSource(config, clock),
    isIdKnown: config.MARKET_SOURCE !== 'auto',
    coins: CATALOGUE_COINS,
    pool: db.$client,
    logger,
    ...(openWaitMs !== undefined && { openWaitMs }),
  })
  reportMarketHealth(service, (state, detail) => health.set('market', state, detail))
  return {
    name: 'market',
    service,
    routes: marketRoutes(service, answers),
    start: () => service.start(),
    stop: () => service.stop(),
  }
}
