import { GoLiveListener } from '../modules/market/go-live-channel.ts'
import { marketModule } from '../modules/market/market-module.ts'
import type { Foundation } from './wire-foundation.ts'

/** The market, and the end of the command line that may change its source. */
export function wireMarket(base: Pick<Foundation, 'config' | 'db' | 'clock' | 'logger' | 'health' | 'answers'>) {
  const { config, db, logger } = base
  const market = marketModule(base)
  const goLive = (): Promise<string> => market.service.goLive()
  // Only a source that chooses can be told to choose again.
  const goLiveListeners = config.MARKET_SOURCE === 'auto' ? [new GoLiveListener({ pool: db.$client, logger, goLive })] : []
  return { market, goLiveListeners }
}
