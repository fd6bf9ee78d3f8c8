import * as z from 'zod/mini'
import { TRADING_FIELD_WORDS } from '../field-words.ts'

/** Decimal text of money, prices, sizes and fractions: never a JSON number. The engine judges range and precision. */
export const decimalField = z.string().check(z.regex(/^-?\d{1,18}(\.\d{1,24})?$/, TRADING_FIELD_WORDS.decimal))

/** Symbol of an instrument, as the source writes it. */
export const instrumentSymbol = z.string().check(z.regex(/^[A-Za-z0-9._-]{1,32}$/, TRADING_FIELD_WORDS.symbol))

/** The client's own name of an order: one name, one order, for ever. Colons are kept for orders that the engine makes. */
export const clientId = z.string().check(z.regex(/^[\x21-\x39\x3b-\x7e]{1,64}$/, TRADING_FIELD_WORDS.clientId))

/** Name of an order of whatever origin: `id:tp` is an exit of `id`, `id:2` a leg. */
export const orderReference = z.string().check(z.regex(/^[\x21-\x7e]{1,96}$/, TRADING_FIELD_WORDS.orderReference))

/** Directions of an order. */
export const orderSide = z.enum(['buy', 'sell'])
/** Types of order; docs/user/trading.md says what each does. */
export const orderType = z.enum([
  'market',
  'limit',
  'stop',
  'stop_limit',
  'take_profit',
  'take_profit_limit',
  'trailing_stop',
  'scale',
  'twap',
])

/** Exit of a bracket: `price` absent: market; `size` absent: all that the entry has filled. */
const exitBody = z.object({ trigger: decimalField, price: z.optional(decimalField), size: z.optional(decimalField) })

const wholeNumber = z.union([
  z.int().check(z.gte(1), z.lte(1_000_000)),
  z.string().check(z.regex(/^[1-9]\d{0,6}$/, TRADING_FIELD_WORDS.fromOne)),
])

/** Body of `POST /api/v1/orders`. */
export const orderBody = z.object({
  client_id: clientId,
  symbol: instrumentSymbol,
  side: orderSide,
  type: orderType,
  /** Coins. Absent for a reduce-only trigger: the whole position, as it changes. */
  size: z.optional(decimalField),
  price: z.optional(decimalField),
  trigger: z.optional(decimalField),
  trigger_by: z.optional(z.enum(['mark', 'last'])),
  /** Distance of a trailing stop as a fraction: "0.02" is 2 %. */
  callback: z.optional(decimalField),
  /** Distance of a trailing stop in price. */
  callback_abs: z.optional(decimalField),
  activation: z.optional(decimalField),
  time_in_force: z.optional(z.enum(['gtc', 'ioc', 'fok', 'gtd'])),
  expires_at: z.optional(z.iso.datetime({ offset: true })),
  post_only: z.optional(z.boolean()),
  reduce_only: z.optional(z.boolean()),
  leverage: z.optional(wholeNumber),
  margin: z.optional(z.enum(['cross', 'isolated'])),
  slippage: z.optional(decimalField),
  take_profit: z.optional(exitBody),
  stop_loss: z.optional(exitBody),
  decision_mid: z.optional(decimalField),
  /** The firing of one's own alert that led to the order; kept with the facts of the entry. */
  alert: z.optional(z.uuid()),
  legs: z.optional(z.int().check(z.gte(2), z.lte(40))),
  to_price: z.optional(decimalField),
  skew: z.optional(z.union([decimalField, z.number().check(z.gt(0), z.lte(10))])),
  /** Size of the last leg of a scaled order by that of its first; the steps between are even. Absent: 1. */
  size_skew: z.optional(decimalField),
  minutes: z.optional(z.int().check(z.gte(1), z.lte(1_440))),
})
/** An order as it is asked for. */
export type OrderBody = z.output<typeof orderBody>
