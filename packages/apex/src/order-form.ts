import type { FormFields } from './apex-calls.ts'
import { limitFee } from './order-contract.ts'

/** Order types supported by ApeX Omni. */
export const APEX_ORDER_TYPES = ['limit', 'market', 'stop', 'stop_limit', 'take_profit', 'take_profit_limit'] as const
/** One of `APEX_ORDER_TYPES`. */
export type ApexOrderType = (typeof APEX_ORDER_TYPES)[number]

/** Order intent with everything its signature covers. A client id permanently identifies one intent. */
export type ApexIntent = {
  readonly clientId: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly type: ApexOrderType
  readonly size: string
  /** USDT; for market and stop orders the worst acceptable price. */
  readonly price: string
  readonly trigger: string | null
  readonly timeInForce: 'gtc' | 'ioc' | 'fok'
  readonly isPostOnly: boolean
  readonly isReduceOnly: boolean
  readonly takerFeeRate: string
  readonly expiresAtMs: number
}

const TYPES: Readonly<Record<ApexOrderType, string>> = {
  limit: 'LIMIT',
  market: 'MARKET',
  stop: 'STOP_MARKET',
  stop_limit: 'STOP_LIMIT',
  take_profit: 'TAKE_PROFIT_MARKET',
  take_profit_limit: 'TAKE_PROFIT_LIMIT',
}
const TIMES_IN_FORCE = { gtc: 'GOOD_TIL_CANCEL', ioc: 'IMMEDIATE_OR_CANCEL', fok: 'FILL_OR_KILL' } as const

/** Unsigned order form; browser and server derive it from the same intent, so the signature covers what was requested. */
export const orderForm = (intent: ApexIntent): FormFields => ({
  symbol: intent.symbol,
  side: intent.side === 'buy' ? 'BUY' : 'SELL',
  type: TYPES[intent.type],
  size: intent.size,
  price: intent.price,
  limitFee: limitFee({ price: intent.price, size: intent.size, rate: intent.takerFeeRate }),
  timeInForce: intent.isPostOnly ? 'POST_ONLY' : TIMES_IN_FORCE[intent.timeInForce],
  reduceOnly: intent.isReduceOnly ? true : undefined,
  triggerPrice: intent.trigger ?? undefined,
  triggerPriceType: intent.trigger === null ? undefined : 'INDEX',
  expiration: intent.expiresAtMs,
  clientId: intent.clientId,
})

/** Intent plus the values only the signature needs. */
export type SignedIntent = ApexIntent & {
  readonly account: string
  readonly pair: string
  readonly makerFeeRate: string
}
