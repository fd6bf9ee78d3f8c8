import * as replay from '../market/replay.ts'
import * as trading from './trading.ts'
import * as tradingAccount from './trading-account.ts'
import * as tradingCodes from './trading-codes.ts'
import * as tradingNotices from './trading-notices.ts'
import * as tradingOrders from './trading-orders.ts'
import * as tradingPositions from './trading-positions.ts'

/** Everything that trading, also of a recording, says on the wire, for the lock of `protocol.ts`. */
export const tradingAreas = { replay, trading, tradingAccount, tradingCodes, tradingNotices, tradingOrders, tradingPositions }
