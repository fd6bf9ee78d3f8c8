import * as replay from '../market/replay.ts'
import * as trading from './trading.ts'
import * as tradingAccount from './trading-account.ts'
import * as tradingCodes from './trading-codes.ts'
import * as tradingEndpoints from './trading-endpoints.ts'
import * as tradingNotices from './trading-notices.ts'
import * as tradingOrders from './trading-orders.ts'
import * as tradingPositions from './trading-positions.ts'

/** Trading schemas, including replay, for the `protocol.ts` lock. */
export const tradingAreas = {
  replay,
  trading,
  tradingAccount,
  tradingCodes,
  tradingEndpoints,
  tradingNotices,
  tradingOrders,
  tradingPositions,
}
