import * as market from './market.ts'
import * as marketData from './market-data.ts'

/** Everything that the market and the data of it say on the wire, for the lock of `protocol.ts`. */
export const marketAreas = { market, marketData, messages: marketData.messagesEvents }
