import type { REASON_CODES } from '@aerie/wire/trading/trading-codes'

/** Reasons for refusal or ending, with texts. Hyperliquid's codes are reused where they exist; the rest are ours. */
export const REASONS = {
  tickRejected: 'The price is not a whole number of ticks, or the size not of lots.',
  minTradeNtlRejected: 'The order is below the minimum value of this market.',
  perpMarginRejected: 'The account has too little free margin for this order.',
  reduceOnlyRejected: 'A reduce-only order must oppose an open position.',
  badAloPxRejected: 'A post-only order would have taken from the book at once.',
  iocCancelRejected: 'Nothing in the book was inside the limit.',
  badTriggerPxRejected: 'The trigger has been passed already, or is on the wrong side.',
  marketOrderNoLiquidityRejected: 'The book shows nothing to trade against inside the slippage limit.',
  oracleRejected: 'The price is too far from the index.',
  perpMaxPositionRejected: 'The position would be too large for this leverage.',
  staleBookRejected: 'The market has sent no data for more than five seconds.',
  sourceChangedRejected: 'The account belongs to another market source.',
  tooManyOrdersRejected: 'The account has reached its limit of active orders.',
  duplicateClientId: 'This client id has been used for another order.',
  marginCanceled: 'When the order was to trade, the account had too little free margin.',
  selfTradeCanceled: 'Another order of the account would have traded with this one.',
  reduceOnlyCanceled: 'There is no position left for this order to reduce.',
  siblingFilledCanceled: 'The other exit of the bracket was filled.',
  liquidatedCanceled: 'The position is being liquidated.',
  scheduledCancel: 'The connection was lost for longer than the dead-man switch allows.',
  alreadyFilled: 'The order was filled before this arrived.',
  alreadyCanceled: 'The order had ended before this arrived.',
  unknownOrder: 'There is no order with this client id.',
  noPosition: 'There is no position in this market.',
  alreadyProtected: 'No stop of this position was left unfilled, or another one covers it now.',
  windowEnded: 'The time of the TWAP is over; the rest was not traded.',
} as const satisfies Record<(typeof REASON_CODES)[number], string>

/** One of `REASONS`. */
export type Reason = keyof typeof REASONS
