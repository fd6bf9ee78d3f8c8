import type { ServerModule } from '../platform/lifecycle.ts'
import { MarketCommandListener } from '../areas/market/commands/market-command-listener.ts'
import { marketCommands } from '../areas/market/commands/market-commands.ts'
import { marketModule } from '../areas/market/index.ts'
import { replayRoutes } from '../areas/market/replay/replay-routes.ts'
import { type ReplayService, replayService } from '../areas/market/replay/replay-service.ts'
import type { Accounts } from './wire-accounts.ts'
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

export const wireReplay = (replay: ReplayService, { requireUser }: Pick<Accounts, 'requireUser'>): ServerModule => ({
  name: 'replay',
  routes: replayRoutes({ replay, requireUser }),
})
