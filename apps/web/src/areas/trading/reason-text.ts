import type { PREVIEW_WARNINGS, REASON_CODES } from '@aerie/wire/trading/trading-codes'

export type ReasonCode = (typeof REASON_CODES)[number]
export type PreviewWarning = (typeof PREVIEW_WARNINGS)[number]

export const REASON_TEXT: Readonly<Record<ReasonCode, string>> = {
  tickRejected: 'The price is not a multiple of the tick size, or the size not of the lot size.',
  minTradeNtlRejected: 'The order is below the minimum value of this market.',
  perpMarginRejected: 'Too little free margin for this order.',
  reduceOnlyRejected: 'A reduce-only order needs an open position on the other side.',
  badAloPxRejected: 'A post-only order would have traded at once.',
  iocCancelRejected: 'Nothing in the book was inside the limit.',
  badTriggerPxRejected: 'The trigger has been passed already, or is on the wrong side.',
  marketOrderNoLiquidityRejected: 'The book showed nothing more inside the slippage limit.',
  oracleRejected: 'The price is too far from the index.',
  perpMaxPositionRejected: 'The position would be too large for this leverage.',
  staleBookRejected: 'This market has sent no data for more than five seconds.',
  sourceChangedRejected: 'The account belongs to another market source.',
  tooManyOrdersRejected: 'The account has reached its limit of active orders.',
  duplicateClientId: 'This order was sent before.',
  marginCanceled: 'There was too little free margin when it was due to trade.',
  selfTradeCanceled: 'It would have traded with another order of yours.',
  reduceOnlyCanceled: 'There was no position left to reduce.',
  siblingFilledCanceled: 'The other exit was filled.',
  liquidatedCanceled: 'The position was being liquidated.',
  scheduledCancel: 'The connection was lost for too long.',
  alreadyFilled: 'It was filled before this arrived.',
  alreadyCanceled: 'It had ended before this arrived.',
  unknownOrder: 'There is no such order.',
  noPosition: 'There is no position in this market.',
  alreadyProtected: 'No stop of this position was left unfilled, or another one covers it now.',
  windowEnded: 'Its time in force ended; the rest was not traded.',
}

export const WARNING_TEXT: Readonly<Record<PreviewWarning, string>> = {
  ORDER_CROSSES_OWN_ORDER: 'It would meet an order of your own, which is then cancelled.',
  ORDER_WOULD_FLIP_POSITION: 'It is larger than your position and would turn it around.',
  STOP_LOSS_TRIGGER_NEAR_LIQUIDATION: 'The stop-loss is close to the liquidation price.',
  MARKET_ORDER_ONE_SIDED_LIQUIDITY: 'One side of the book is empty.',
  NOT_ENOUGH_LIQUIDITY: 'The book shows less than this size: the rest would not trade.',
  SLIPPAGE_OVER_5_PERCENT: 'It would trade more than 5% away from the middle of the book.',
  SLIPPAGE_OVER_10_PERCENT: 'It would trade more than 10% away from the middle of the book.',
  BOOK_STALE: 'The book is stale: no data for more than five seconds.',
}

export const STATE_TEXT = {
  pending: 'Sent',
  open: 'Open',
  untriggered: 'Waiting',
  partiallyFilled: 'Partly filled',
  filled: 'Filled',
  canceled: 'Cancelled',
  expired: 'Expired',
  rejected: 'Refused',
} as const
