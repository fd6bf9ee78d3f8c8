import * as market from './market.ts'
import * as marketData from './market-data.ts'

/** Market and market-data schemas for the `protocol.ts` lock. */
export const marketAreas = { market, marketData, messages: marketData.messagesEvents }
