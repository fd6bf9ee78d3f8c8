import {
  MarketCommandListener,
  marketCommands,
  marketModule,
  type ReplayService,
  replayRoutes,
  replayService,
} from '../areas/market/index.ts'
import type { ServerModule } from '../platform/lifecycle.ts'
import type { Foundation } from './wire-foundation.ts'

export function wireMarket(base: Pick<Foundation, 'config' | 'db' | 'clock' | 'logger' | 'health' | 'answers' | 'openWaitMs'>) {
  const { config, db, logger, clock } = base
  const market = marketModule(base)
  const replay = replayService({ market: market.service, controls: config.REPLAY_CONTROLS, clock })
  const obey = marketCommands({ goLive: () => market.service.goLive(), replay })
  // Commands exist only for a market source that can be switched or paused.
  const isAsked = config.MARKET_SOURCE === 'auto' || config.MARKET_SOURCE === 'replay'
  return { market, replay, marketLines: isAsked ? [new MarketCommandListener({ pool: db.$client, logger, obey })] : [] }
}

export const wireReplay = (replay: ReplayService): ServerModule => ({
  name: 'replay',
  routes: replayRoutes(replay),
})
