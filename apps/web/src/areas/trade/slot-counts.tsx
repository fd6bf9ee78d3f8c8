import { orderCount, useTradingState } from '../trading/index.ts'

/** Nothing if the count is zero or the account is not known. Drawn by the style sheet: not part of the tab's name, and the slot shows it too. */
const count = (number: number | undefined) =>
  number === undefined || number === 0 ? null : <span className="slot-count num" data-count={number} />

export const OrderCount = () => count(useTradingState(({ view }) => (view === null ? undefined : orderCount(view.orders))))
export const PositionCount = () => count(useTradingState(({ view }) => view?.positions.size))
