import { type Clock, epochMs } from '@aerie/core/time'
import { autoSource } from '@aerie/market/auto/auto-source'
import { type LiveSettings, liveSource } from '@aerie/market/live/live-source'
import { EXCHANGES } from '@aerie/market/live/settings'
import { type MarketSource, MarketSourceError } from '@aerie/market/market-source'
import { replaySource } from '@aerie/market/replay/replay-source'
import { simSource } from '@aerie/market/sim/sim-source'
import type { Config } from '../../config.ts'
import { StartFailure } from '../../start-failure.ts'
import { MARKET_WORDS } from './market-words.ts'

/**
 * The source that the settings name, not started.
 *
 * @throws StartFailure in one line where a setting cannot be used
 */
export function chooseSource(config: Config, clock: Clock): MarketSource {
  try {
    return sourceOf(config, clock)
  } catch (error) {
    throw error instanceof MarketSourceError ? new StartFailure(MARKET_WORDS.noStart(error.message), { cause: error }) : error
  }
}

function sourceOf(config: Config, clock: Clock): MarketSource {
  const sim = (): MarketSource => simSource({ seed: config.MARKET_SEED, clock })
  const live = (whenUnreachable: LiveSettings['whenUnreachable'], exchange = config.EXCHANGE) =>
    liveSource({
      exchange,
      exchangeRestUrl: config.EXCHANGE_REST_URL,
      exchangeWsUrl: config.EXCHANGE_WS_URL,
      coingeckoUrl: config.COINGECKO_URL,
      coingeckoApiKey: config.COINGECKO_API_KEY,
      clock,
      whenUnreachable,
    })
  switch (config.MARKET_SOURCE) {
    case 'sim':
      return sim()
    case 'live':
      return live('keep-trying')
    case 'auto':
      return autoSource({ live: autoExchanges(config).map((exchange) => live('reject', exchange)), sim: sim() })
    case 'replay':
      return replaySource({
        dir: config.REPLAY_DIR ?? '',
        speed: config.REPLAY_SPEED,
        clock,
        ...(config.REPLAY_FROM !== undefined && { from: epochMs(config.REPLAY_FROM) }),
      })
  }
}

/** The exchange of the settings, then the other one: some regions are shut out of one of them. Addresses belong to one exchange. */
function autoExchanges({ EXCHANGE, EXCHANGE_REST_URL, EXCHANGE_WS_URL }: Config): Config['EXCHANGE'][] {
  const isNamed = EXCHANGE_REST_URL !== undefined || EXCHANGE_WS_URL !== undefined
  return isNamed ? [EXCHANGE] : [EXCHANGE, ...EXCHANGES.filter((exchange) => exchange !== EXCHANGE)]
}
