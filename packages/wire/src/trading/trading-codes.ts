import * as z from 'zod/mini'

/** Why an order was refused or ended: Hyperliquid's codes where it has one, otherwise this engine's. Meanings: `@aerie/trading/reasons`. */
export const REASON_CODES = [
  'tickRejected',
  'minTradeNtlRejected',
  'perpMarginRejected',
  'reduceOnlyRejected',
  'badAloPxRejected',
  'iocCancelRejected',
  'badTriggerPxRejected',
  'marketOrderNoLiquidityRejected',
  'oracleRejected',
  'perpMaxPositionRejected',
  'staleBookRejected',
  'sourceChangedRejected',
  'tooManyOrdersRejected',
  'duplicateClientId',
  'marginCanceled',
  'selfTradeCanceled',
  'reduceOnlyCanceled',
  'siblingFilledCanceled',
  'liquidatedCanceled',
  'scheduledCancel',
  'alreadyFilled',
  'alreadyCanceled',
  'unknownOrder',
  'noPosition',
  'alreadyProtected',
  'windowEnded',
] as const
/** One of `REASON_CODES`. */
export const reasonCode = z.enum(REASON_CODES)

/** Non-blocking warnings of a preview, with dYdX's names where it has one. */
export const PREVIEW_WARNINGS = [
  'ORDER_CROSSES_OWN_ORDER',
  'ORDER_WOULD_FLIP_POSITION',
  'STOP_LOSS_TRIGGER_NEAR_LIQUIDATION',
  'MARKET_ORDER_ONE_SIDED_LIQUIDITY',
  'NOT_ENOUGH_LIQUIDITY',
  'SLIPPAGE_OVER_5_PERCENT',
  'SLIPPAGE_OVER_10_PERCENT',
  'BOOK_STALE',
] as const
/** One of `PREVIEW_WARNINGS`. */
export const previewWarning = z.enum(PREVIEW_WARNINGS)
