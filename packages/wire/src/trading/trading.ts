import * as z from 'zod/mini'

/** Field error messages of paper trading orders and accounts: lower-case clauses without a full stop. */
export const TRADING_FIELD_MESSAGES = {
  decimal: 'use a plain decimal number in quotes, such as "25.566"',
  symbol: 'this is not a symbol',
  clientId: 'use 1 to 64 printable characters, without spaces and colons',
  orderReference: 'this is not the name of an order',
  fromOne: 'use a whole number from 1',
  limit: 'use a whole number from 1 to 200',
  someChange: 'give at least one of size, price and trigger',
} as const

/** Money, prices, sizes and fractions as decimal text, never a JSON number. The engine checks range and precision. */
export const decimalField = z.string().check(z.regex(/^-?\d{1,18}(\.\d{1,24})?$/, TRADING_FIELD_MESSAGES.decimal))

/** Instrument symbol as the source writes it. */
export const instrumentSymbol = z.string().check(z.regex(/^[A-Za-z0-9._-]{1,32}$/, TRADING_FIELD_MESSAGES.symbol))

/** Client order id, never reused. Colons are reserved for orders created by the engine. */
export const clientId = z.string().check(z.regex(/^[\x21-\x39\x3b-\x7e]{1,64}$/, TRADING_FIELD_MESSAGES.clientId))

/** Reference to any order: `id:tp` is an exit of `id`, `id:2` a leg. */
export const orderReference = z.string().check(z.regex(/^[\x21-\x7e]{1,96}$/, TRADING_FIELD_MESSAGES.orderReference))

/** Directions of an order. */
export const orderSide = z.enum(['buy', 'sell'])
/** Order types, described in docs/user/trading.md. */
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

/** Bracket exit: without `price` a market order; without `size` all that the entry has filled. */
const exitBody = z.object({ trigger: decimalField, price: z.optional(decimalField), size: z.optional(decimalField) })

const wholeNumber = z.union([
  z.int().check(z.gte(1), z.lte(1_000_000)),
  z.string().check(z.regex(/^[1-9]\d{0,6}$/, TRADING_FIELD_MESSAGES.fromOne)),
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
  /** Trailing distance as a fraction: "0.02" is 2 %. */
  callback: z.optional(decimalField),
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
  alert: z.optional(z.uuid()),
  legs: z.optional(z.int().check(z.gte(2), z.lte(40))),
  to_price: z.optional(decimalField),
  skew: z.optional(z.union([decimalField, z.number().check(z.gt(0), z.lte(10))])),
  size_skew: z.optional(decimalField),
  minutes: z.optional(z.int().check(z.gte(1), z.lte(1_440))),
})
/** A requested order. */
export type OrderBody = z.output<typeof orderBody>
