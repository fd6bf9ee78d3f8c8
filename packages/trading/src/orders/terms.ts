import {
  DECIMAL_FAULT_TEXT,
  DECIMALS,
  type Fraction,
  fraction,
  type Price,
  parseDecimal,
  price,
  type Size,
  size,
} from '@aerie/core/numbers/units'
import type { OrderBody } from '@aerie/wire/trading/trading'
import type { ScheduledCancelBody } from '@aerie/wire/trading/trading-account'
import type { CancelPlan } from '../events.ts'
import { type ExitTerms, ORDER_TYPES, type OrderTerms } from './order.ts'

/** Invalid field; `field` is its wire name. */
export class TermsFault extends Error {
  override readonly name = 'TermsFault'
  readonly field: string
  constructor(field: string, message: string) {
    super(`${field}: ${message}`)
    this.field = field
  }
}

/** Integer of a decimal text. @throws TermsFault */
export function decimalOf(field: string, text: string, decimals: number): bigint {
  const parsed = parseDecimal(text, decimals)
  if (!parsed.ok) throw new TermsFault(field, DECIMAL_FAULT_TEXT[parsed.fault])
  return parsed.value
}

const priceOf = (field: string, text: string | undefined): Price | undefined =>
  text === undefined ? undefined : price(decimalOf(field, text, DECIMALS.price))
const sizeOf = (field: string, text: string | undefined): Size | undefined =>
  text === undefined ? undefined : size(decimalOf(field, text, DECIMALS.size))
const fractionOf = (field: string, text: string | number | undefined): Fraction | undefined =>
  text === undefined ? undefined : fraction(decimalOf(field, String(text), DECIMALS.fraction))

/** Terms from a request body; enforces the fields each type requires. @throws TermsFault */
export function termsOf(body: OrderBody): OrderTerms {
  requireFields(body)
  return {
    clientId: body.client_id,
    symbol: body.symbol,
    side: body.side,
    type: body.type,
    size: sizeOf('size', body.size),
    price: isPriced(body) ? priceOf('price', body.price) : undefined,
    trigger: priceOf('trigger', body.trigger),
    triggerBy: body.trigger_by ?? 'mark',
    callback: fractionOf('callback', body.callback),
    callbackAbs: priceOf('callback_abs', body.callback_abs),
    activation: priceOf('activation', body.activation),
    timeInForce: body.time_in_force ?? 'gtc',
    expiresAt: body.expires_at === undefined ? undefined : Date.parse(body.expires_at),
    isPostOnly: body.post_only ?? false,
    isReduceOnly: body.reduce_only ?? false,
    leverage: body.leverage === undefined ? undefined : BigInt(body.leverage),
    margin: body.margin,
    slippage: fractionOf('slippage', body.slippage),
    takeProfit: exitOf('take_profit', body.take_profit),
    stopLoss: exitOf('stop_loss', body.stop_loss),
    decisionMid: priceOf('decision_mid', body.decision_mid),
    legs: body.legs,
    toPrice: priceOf('to_price', body.to_price),
    skew: fractionOf('skew', body.skew),
    sizeSkew: fractionOf('size_skew', body.size_skew),
    minutes: body.minutes,
  }
}

/** Only limit types have a price; a price on a market order is an error, not a silent limit. */
const isPriced = ({ type }: OrderBody): boolean => ORDER_TYPES[type].needs.includes('price')

function requireFields(body: OrderBody): void {
  const { type } = body
  for (const field of ORDER_TYPES[type].needs) if (body[field] === undefined) throw new TermsFault(field, `A ${type} order needs it.`)
  if (body.price !== undefined && !isPriced(body)) throw new TermsFault('price', `A ${type} order has none; send a limit order.`)
  const mayFollow = body.reduce_only === true && ORDER_TYPES[type].trigger !== undefined
  if (body.size === undefined && !mayFollow) throw new TermsFault('size', 'Needed, unless a reduce-only trigger is to follow the position.')
  const distances = [body.callback, body.callback_abs].filter((one) => one !== undefined)
  if (type === 'trailing_stop' && distances.length !== 1)
    throw new TermsFault('callback', 'A trailing stop needs one distance: callback or callback_abs.')
  if (body.time_in_force === 'gtd' && body.expires_at === undefined)
    throw new TermsFault('expires_at', 'An order good till a date needs it.')
}

function exitOf(field: string, exit: OrderBody['take_profit']): ExitTerms | undefined {
  const trigger = priceOf(`${field}.trigger`, exit?.trigger)
  if (exit === undefined || trigger === undefined) return undefined
  return { trigger, price: priceOf(`${field}.price`, exit.price), size: sizeOf(`${field}.size`, exit.size) }
}

/** Dead-man switch settings from a request body. */
export const cancelPlanOf = ({ seconds, keep_reduce_only }: ScheduledCancelBody): CancelPlan => ({
  afterMs: seconds * 1_000,
  keepsReduceOnly: keep_reduce_only ?? false,
})
