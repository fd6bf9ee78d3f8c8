import { useTradingState } from '../trading/account/trading-state.ts'

/** Nothing while there is none, or while the account is not known. */
const count = (number: number | undefined) =>
  number === undefined || number === 0 ? null : (
    <span translate="no" className="slot-count num">
      {number}
    </span>
  )

export const OrderCount = () => count(useTradingState(({ view }) => view?.orders.size))
export const PositionCount = () => count(useTradingState(({ view }) => view?.positions.size))
