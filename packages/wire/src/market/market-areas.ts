import * as candles from './candles.ts'
import * as market from './market.ts'
import * as marketData from './market-data.ts'
import * as replay from './replay.ts'

/** Market and market-data schemas for the `protocol.ts` lock. */
export const marketAreas = {
  market,
  candles,
  marketData,
  marketDataCalls: marketData.marketDataCalls,
  messages: marketData.messagesEvents,
  replay,
}
