export { type AccountView, orderCount } from './account/account-view.ts'
export { priceFrom, priceOfNumber, sizeFrom, usdcFrom } from './account/exact.ts'
export {
  drawnAtTick,
  type InstrumentState,
  instrumentsQuery,
  priceAtTick,
  readInstrument,
  useInstrument,
  usePriceText,
  useTick,
} from './account/instruments.ts'
export { nearestLiquidation, unguarded } from './account/open-risk.ts'
export { heldSetting, returnOnMargin } from './account/position-figures.ts'
export { Price } from './account/price.tsx'
export { FILLS_KEPT, tradingCalls } from './account/trading-calls.ts'
export { useTradingState } from './account/trading-state.ts'
export { onFill, useOpenOrders, useTradingQuery } from './account/trading-store.ts'
export { accountText, fillWord, heldText } from './account-text.ts'
export { dropDeadMan, isRenewable, keepDeadManAlive, setDeadMan } from './dead-man.ts'
export { movePreview } from './moves/move-preview.ts'
export { commitMoving, dragTo, dropAt, dropMoving, isMovable, type Moving, stepMoving, useMoving, wouldTrade } from './moves/moving.ts'
export { dropPosition, endPositionDrop, usePositionDrop } from './moves/position-drop.ts'
export { cancelAll, flatten, moveMargin, resetAccount, setLeverage } from './orders/account-commands.ts'
export { arm, disarm, touchArmed, useArmed } from './orders/armed.ts'
export { CLOSE_FRACTIONS, closePosition, rearmStop, reversePosition, useBusy } from './orders/commands.ts'
export { setStop, setTakeProfit } from './orders/exits.ts'
export { levelPrice, ordersAt, restingOf } from './orders/level-prices.ts'
export { isSourceChanged, NO_TRADING_TEXT, useNoTrading } from './orders/may-trade.ts'
export { cancelOrder, movedPrice } from './orders/order-moves.ts'
export { queueText } from './orders/queue-text.ts'
export { quickOrder, ticketTermsNow } from './orders/quick-order.ts'
export { breakEven, breakEvenProblem, isLong, isWholeStop, stopsOf } from './orders/stops.ts'
export { askAgain, dismissSubmission, type Submission, sendAgain, sendOrder, useSubmissions } from './orders/submissions.ts'
export { tradeOnAlert, tradeThis } from './orders/trade-this.ts'
export { followUnanswered } from './orders/unanswered-orders.ts'
export { REASON_TEXT, STATE_TEXT, WARNING_TEXT } from './reason-text.ts'
export { hasField, ORDER_KINDS, ORDER_TYPES } from './ticket/order-kinds.ts'
export {
  type LiquidationDistance,
  liquidationDistance,
  NEAR_LIQUIDATION,
  type OrderContext,
  PREVIEWED_LEVERAGE,
  rewardToRisk,
  type Triggered,
  triggeredBy,
} from './ticket/order-risk.ts'
export { readTicket, type TicketReading } from './ticket/read-ticket.ts'
export {
  adoptLeverage,
  changeTicket,
  chooseSide,
  clearTicket,
  fillTicket,
  GOOD_FOR_MINUTES,
  type TicketDraft,
  type TicketField,
  turnTicket,
  useTicket,
} from './ticket/ticket-draft.ts'
export type { Problems } from './ticket/ticket-problems.ts'
export type { InstrumentTerms, QuotedTerms, TicketTerms } from './ticket/ticket-terms.ts'
export { type PreviewState, usePreview } from './ticket/use-preview.ts'
export { useTicketTerms } from './ticket/use-ticket-terms.ts'
