import type { ServerModule } from '../lifecycle.ts'
import { MarketCommandListener } from '../modules/market/commands/market-command-listener.ts'
import { marketCommands } from '../modules/market/commands/market-commands.ts'
import { marketModule } from '../modules/market/market-module.ts'
import { replayRoutes } from '../modules/market/replay/replay-routes.ts'
import { type ReplayService, replayService } from '../modules/market/replay/replay-service.ts'
import type { Accounts } from './wire-accounts.ts'
import type { Foundation } from './wire-foundation.ts'

/** The market, the controls of its replay, and the end of the command line that may change either. */
export function wireMarket(base: Pick<Foundation, 'config' | 'db' | 'clock' | 'logger' | 'health' | 'answers' | 'openWaitMs'>) {
  const { config, db, logger, clock } = base
  const market = marketModule(base)
  const replay = replayService({ market: market.service, controls: config.REPLAY_CONTROLS, clock })
  const obey = marketCommands({ goLive: () => market.service.goLive(), replay })
  // Nobody has a command for a market that neither chooses nor can be held.
  const isAsked = config.MARKET_SOURCE === 'auto' || config.MARKET_SOURCE === 'replay'
  return { market, replay, marketLines: isAsked ? [new MarketCommandListener({ pool: db.$client, logger, obey })] : [] }
}

/** The controls of a replay, for users. */
export const wireReplay = (replay: ReplayService, { requireUser }: Pick<Accounts, 'requireUser'>): ServerModule => ({
  name: 'replay',
  routes: replayRoutes({ replay, requireUser }),
})
