import { stampMs } from '@aerie/upstream/json-values'
import * as z from 'zod/mini'

const figure = z.pipe(
  z.string().check(z.regex(/^(-?\d{1,24}(\.\d{1,24})?)?$/)),
  z.transform((text) => (text === '' ? null : text)),
)
const known = z.pipe(
  z.optional(z.nullable(figure)),
  z.transform((value) => value ?? null),
)
const shortText = z.string().check(z.maxLength(128))
const knownText = z.pipe(
  z.optional(z.nullable(shortText)),
  z.transform((text) => (text === undefined || text === '' ? null : text)),
)
const flag = z.pipe(
  z.optional(z.nullable(z.boolean())),
  z.transform((value) => value ?? false),
)
const stamp = z.pipe(
  z.optional(z.nullable(z.union([stampMs, z.literal(0)]))),
  z.transform((value) => (value === 0 ? null : (value ?? null))),
)
const side = z.pipe(
  z.enum(['BUY', 'SELL']),
  z.transform((value) => (value === 'BUY' ? ('buy' as const) : ('sell' as const))),
)

/** Raw ApeX order states; an unknown one is an error rather than a guess. */
const ORDER_STATUS = {
  PENDING: 'pending',
  OPEN: 'open',
  FILLED: 'filled',
  CANCELED: 'canceled',
  EXPIRED: 'expired',
  UNTRIGGERED: 'untriggered',
} as const
const orderStatus = z.pipe(
  z.enum(['PENDING', 'OPEN', 'FILLED', 'CANCELED', 'EXPIRED', 'UNTRIGGERED']),
  z.transform((status) => ORDER_STATUS[status]),
)

/** Order. `matched`: filled on the book; `settled`: confirmed on layer 2, later. */
export const apexOrder = z.pipe(
  z.object({
    id: shortText,
    clientId: knownText,
    clientOrderId: knownText,
    symbol: shortText,
    side,
    type: shortText,
    status: orderStatus,
    size: figure,
    price: known,
    triggerPrice: known,
    reduceOnly: flag,
    cumMatchFillSize: known,
    cumMatchFillValue: known,
    cumMatchFillFee: known,
    cumSuccessFillSize: known,
    cumSuccessFillValue: known,
    cumSuccessFillFee: known,
    cancelReason: knownText,
    createdAt: stamp,
    updatedAt: stamp,
    updatedTime: stamp,
  }),
  z.transform((order) => ({
    id: order.id,
    clientId: order.clientId ?? order.clientOrderId,
    symbol: order.symbol,
    side: order.side,
    type: order.type,
    status: order.status,
    size: order.size,
    price: order.price,
    trigger: order.triggerPrice,
    isReduceOnly: order.reduceOnly,
    matched: { size: order.cumMatchFillSize, value: order.cumMatchFillValue, fee: order.cumMatchFillFee },
    settled: { size: order.cumSuccessFillSize, value: order.cumSuccessFillValue, fee: order.cumSuccessFillFee },
    reason: order.cancelReason,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt ?? order.updatedTime,
  })),
)
/** Order at ApeX. */
export type ApexOrder = z.output<typeof apexOrder>

/** Schema of a fill. */
export const apexFill = z.pipe(
  z.object({
    id: shortText,
    matchFillId: knownText,
    orderId: knownText,
    clientId: knownText,
    clientOrderId: knownText,
    symbol: shortText,
    side,
    size: figure,
    price: figure,
    fee: known,
    direction: knownText,
    status: knownText,
    createdAt: stamp,
  }),
  z.transform((fill) => ({
    id: fill.matchFillId ?? fill.id,
    orderId: fill.orderId,
    clientId: fill.clientOrderId ?? fill.clientId,
    symbol: fill.symbol,
    side: fill.side,
    size: fill.size,
    price: fill.price,
    fee: fill.fee,
    liquidity: fill.direction === 'TAKER' ? ('taker' as const) : fill.direction === 'MAKER' ? ('maker' as const) : null,
    isSettled: fill.status === 'SUCCESS',
    at: fill.createdAt,
  })),
)
/** Fill at ApeX. */
export type ApexFill = z.output<typeof apexFill>

/** Schema of a position. */
export const apexPosition = z.pipe(
  z.object({ symbol: shortText, side: z.enum(['LONG', 'SHORT']), size: figure, entryPrice: known, fundingFee: known, realizedPnl: known }),
  z.transform((position) => ({
    symbol: position.symbol,
    side: position.side === 'LONG' ? ('long' as const) : ('short' as const),
    size: position.size,
    entry: position.entryPrice,
    funding: position.fundingFee,
    realised: position.realizedPnl,
  })),
)
/** Position at ApeX. */
export type ApexPosition = z.output<typeof apexPosition>

/** Margin figures of the account, USDT. */
export const apexBalance = z.object({
  totalEquityValue: figure,
  availableBalance: figure,
  initialMargin: known,
  maintenanceMargin: known,
})
/** Margin figures of an ApeX account, USDT. */
export type ApexBalance = z.output<typeof apexBalance>

/** Account identity, positions, and fee rates if provided. */
export const apexAccount = z.object({
  id: z.string().check(z.regex(/^\d{1,32}$/)),
  ethereumAddress: shortText,
  positions: z.pipe(
    z.optional(z.array(apexPosition)),
    z.transform((list) => list ?? []),
  ),
  contractAccount: z.optional(z.nullable(z.object({ takerFeeRate: known, makerFeeRate: known }))),
})
/** Account at ApeX. */
export type ApexAccount = z.output<typeof apexAccount>

const apexSymbol = z.object({
  symbol: shortText,
  l2PairId: z.pipe(
    z.union([z.string().check(z.regex(/^\d{1,18}$/)), z.int().check(z.gte(0))]),
    z.transform((id) => String(id)),
  ),
  tickSize: figure,
  stepSize: figure,
  minOrderSize: known,
  maxOrderSize: known,
  enableTrade: z.optional(z.nullable(z.boolean())),
})
/** Instrument of ApeX Omni. */
export type ApexSymbol = z.output<typeof apexSymbol>

/** Instruments by contract. */
export const apexSymbols = z.pipe(
  z.object({ contractConfig: z.object({ perpetualContract: z.array(apexSymbol) }) }),
  z.transform(({ contractConfig }) => contractConfig.perpetualContract),
)

/** Orders arrive as a bare list or under a key. */
export const apexOrderList = z.union([
  z.array(apexOrder),
  z.pipe(
    z.object({ orders: z.array(apexOrder) }),
    z.transform((page) => page.orders),
  ),
])
/** Fills arrive under `orders` or `fills`. */
export const apexFillList = z.union([
  z.pipe(
    z.object({ orders: z.array(apexFill) }),
    z.transform((page) => page.orders),
  ),
  z.pipe(
    z.object({ fills: z.array(apexFill) }),
    z.transform((page) => page.fills),
  ),
])

/** Private socket push; unchanged parts are absent. */
export const apexPush = z.object({
  topic: z.literal('ws_zk_accounts_v3'),
  contents: z.object({
    orders: z.optional(z.array(apexOrder)),
    fills: z.optional(z.array(apexFill)),
    positions: z.optional(z.array(apexPosition)),
  }),
})
/** Push of the private socket. */
export type ApexPush = z.output<typeof apexPush>

/** API keys of the account and their permissions. */
export const apexKeyList = z.array(
  z.object({
    apiKey: shortText,
    permissions: z.pipe(
      z.optional(z.nullable(z.union([z.array(shortText), shortText]))),
      z.transform((list) => (typeof list === 'string' ? list.split(',') : (list ?? []))),
    ),
  }),
)

/** Rights of a key: `withdraws` if any permission allows it, `harmless` if all are known safe; else `unknown`, the usual case. */
type KeyRights = 'withdraws' | 'harmless' | 'unknown'

const WITHDRAWS = /withdraw|transfer/i
const HARMLESS = /^(read([ _-]?only)?|view|query|trade|trading|orders?|cancel)$/i

/** Classifies the permissions of a key by an allowlist. */
export function keyRights(permissions: readonly string[]): KeyRights {
  if (permissions.some((permission) => WITHDRAWS.test(permission))) return 'withdraws'
  return permissions.length > 0 && permissions.every((permission) => HARMLESS.test(permission.trim())) ? 'harmless' : 'unknown'
}
