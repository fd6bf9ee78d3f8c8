import { limitFee } from './contract-numbers.ts'
import type { FormFields } from './form-text.ts'

/** Types of order that ApeX Omni has. */
export const APEX_ORDER_TYPES = ['limit', 'market', 'stop', 'stop_limit', 'take_profit', 'take_profit_limit'] as const
/** One of `APEX_ORDER_TYPES`. */
export type ApexOrderType = (typeof APEX_ORDER_TYPES)[number]

/** What the user asked for, with all that its signature covers fixed. One client id has one intent, for ever. */
export type ApexIntent = {
  readonly clientId: string
  /** `BTC-USDT`. */
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly type: ApexOrderType
  /** Coins. */
  readonly size: string
  /** USDT; of a market order and of a stop, the worst price it may take. */
  readonly price: string
  /** Index price that sets it off; null where nothing does. */
  readonly trigger: string | null
  readonly timeInForce: 'gtc' | 'ioc' | 'fok'
  readonly isPostOnly: boolean
  readonly isReduceOnly: boolean
  /** The account's, as a fraction: the highest fee follows from it. */
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

/**
 * The form of an order, without its signature. Browser and server make it of the same intent: what is signed is what was asked for.
 *
 * @throws RangeError where price, size or rate is no decimal
 */
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

/** An intent with the numbers that only its signature needs. */
export type SignedIntent = ApexIntent & {
  /** Digits: the account at ApeX. */
  readonly account: string
  /** Digits: the pair's number on the second layer. */
  readonly pair: string
  readonly makerFeeRate: string
}
