import * as z from 'zod/mini'
import { byId, endpoint } from '../endpoint.ts'
import { clientId, decimalField, instrumentSymbol, orderBody } from './trading.ts'
import {
  accountId,
  fillsQuery,
  instrumentMarket,
  ledgerPosting,
  ordersQuery,
  pageQuery,
  scheduledCancel,
  scheduledCancelBody,
  tradingAccount,
  tradingInstrument,
} from './trading-account.ts'
import { REASON_CODES } from './trading-codes.ts'
import { orderChange, orderPreview, tradingOrder } from './trading-orders.ts'
import {
  flattened,
  positionClose,
  positionLeverage,
  positionMargin,
  positionOrders,
  positionSetting,
  tradingFill,
  tradingPosition,
} from './trading-positions.ts'

// Not beside the schemas: those are in Home's first load, these are not.

const reads = { auth: 'user', scope: 'trading:read', tag: 'trading' } as const
const writes = { auth: 'user', scope: 'trading:write', tag: 'trading' } as const
const COMMAND_ERRORS = ['source_changed', 'account_closed', 'market_not_followed', 'not_found', ...REASON_CODES] as const
const ORDER_ERRORS = [...COMMAND_ERRORS, 'client_id_used'] as const

const bySymbol = z.object({ symbol: instrumentSymbol })
/** Account shown by the client: the command is refused if it is no longer the current one. */
const ofAccount = z.object({ account: z.optional(accountId) })

const ACCOUNT_NOTE =
  '`account` in the query is the account that the client shows; if it is no longer the current one: 409 `source_changed` or `account_closed`. '
const REFUSED_NOTE = 'Refused: 422 with a `code` from docs/user/trading.md.'

export const getTradingAccount = endpoint('GET /trading/account', {
  ...reads,
  summary: 'The paper account for the current market source, opened with 10,000 USDC on the first call',
  returns: tradingAccount,
  errors: ['too_many_accounts', 'account_closed'],
})

export const listTradingAccounts = endpoint('GET /trading/accounts', {
  ...reads,
  summary: "The caller's accounts of any source, newest first; `is_present` marks the current one",
  returns: z.array(z.object({ ...tradingAccount.shape, is_present: z.boolean() })),
  errors: ['too_many_accounts'],
})

export const resetTradingAccount = endpoint('POST /trading/account/reset', {
  ...writes,
  isRefusedWhileLeaving: true,
  summary: 'Closes the account and opens a new one with `deposit` USDC; the old one stays readable',
  body: z.object({ deposit: decimalField }),
  returns: tradingAccount,
  errors: ['too_many_accounts', 'account_closed', 'source_changed', 'rule_broken'],
})

export const listInstruments = endpoint('GET /trading/instruments', {
  ...reads,
  summary: 'Instruments that can be traded in the current market source',
  returns: z.array(tradingInstrument),
})

export const getInstrumentMarket = endpoint('GET /trading/instruments/:symbol/market', {
  ...reads,
  summary: 'Mark, index and the funding so far of one market, which the server follows from then on for two minutes',
  params: bySymbol,
  returns: instrumentMarket,
  errors: ['bad_input', 'rule_broken'],
})

export const scheduleCancel = endpoint('PUT /trading/scheduled-cancel', {
  ...writes,
  summary: 'Dead-man switch: cancels all orders unless this call is repeated in time',
  description: `\`seconds\` are of the market's clock. It fires once, even after a restart of the server. ${ACCOUNT_NOTE}`,
  query: ofAccount,
  body: scheduledCancelBody,
  returns: z.nullable(scheduledCancel),
  errors: COMMAND_ERRORS,
})

export const dropScheduledCancel = endpoint('DELETE /trading/scheduled-cancel', {
  ...writes,
  summary: 'Turns the dead-man switch off',
  description: ACCOUNT_NOTE,
  query: ofAccount,
  returns: z.nullable(scheduledCancel),
  errors: COMMAND_ERRORS,
})

export const listPostings = endpoint('GET /trading/ledger', {
  ...reads,
  summary: 'Ledger postings, newest first',
  query: pageQuery,
  lists: ledgerPosting,
  errors: ['not_found'],
})

export const listFills = endpoint('GET /fills', {
  ...reads,
  summary: 'Fills with their evidence, newest first',
  query: fillsQuery,
  lists: tradingFill,
  errors: ['not_found'],
})

export const flattenAccount = endpoint('POST /trading/flatten', {
  ...writes,
  summary: 'Kill switch: cancels all orders, then closes all positions; lists closes that must wait',
  description: ACCOUNT_NOTE,
  query: ofAccount,
  returns: flattened,
  errors: COMMAND_ERRORS,
})

export const placeOrder = endpoint('POST /orders', {
  ...writes,
  isRefusedWhileLeaving: true,
  summary: 'Places an order; responds once it is stored',
  description: `The same \`client_id\` and body again: 200 with the same order; another body: 409 \`client_id_used\`. ${ACCOUNT_NOTE}${REFUSED_NOTE}`,
  query: ofAccount,
  body: orderBody,
  status: 201,
  isRepeatable: true,
  returns: tradingOrder,
  errors: ORDER_ERRORS,
})

export const previewOrder = endpoint('POST /orders/preview', {
  ...reads,
  summary: 'Effect that an order would have now; places nothing',
  query: ofAccount,
  body: orderBody,
  returns: orderPreview,
  errors: COMMAND_ERRORS,
})

export const changeOrder = endpoint('PATCH /orders/:id', {
  ...writes,
  isRefusedWhileLeaving: true,
  summary: 'Modifies an order; a refused change leaves it as it was',
  description: REFUSED_NOTE,
  params: byId,
  body: orderChange,
  returns: tradingOrder,
  errors: COMMAND_ERRORS,
})

export const cancelOrder = endpoint('DELETE /orders/:id', {
  ...writes,
  summary: 'Cancels an order; if it has ended: 422 `alreadyFilled` or `alreadyCanceled` with the `order`',
  params: byId,
  returns: tradingOrder,
  errors: COMMAND_ERRORS,
})

export const cancelOrders = endpoint('DELETE /orders', {
  ...writes,
  summary: 'Cancels all orders, including stops; with `symbol`, those of one market',
  description: ACCOUNT_NOTE,
  query: z.object({ ...ofAccount.shape, symbol: z.optional(instrumentSymbol) }),
  returns: z.object({ canceled: z.array(tradingOrder) }),
  errors: COMMAND_ERRORS,
})

export const listOrders = endpoint('GET /orders', {
  ...reads,
  summary: 'Orders, newest first',
  query: ordersQuery,
  lists: tradingOrder,
  errors: ['not_found'],
})

export const getOrder = endpoint('GET /orders/:id', {
  ...reads,
  summary: 'An order',
  params: byId,
  returns: tradingOrder,
})

export const listPositions = endpoint('GET /positions', {
  ...reads,
  summary: 'Open positions, all on one page',
  query: pageQuery,
  lists: tradingPosition,
  errors: ['not_found'],
})

export const closePosition = endpoint('POST /positions/:symbol/close', {
  ...writes,
  summary: 'Closes a position, or a `fraction` of it',
  description: `${ACCOUNT_NOTE}${REFUSED_NOTE}`,
  params: bySymbol,
  query: ofAccount,
  body: positionClose,
  returns: positionOrders,
  errors: ORDER_ERRORS,
})

export const reversePosition = endpoint('POST /positions/:symbol/reverse', {
  ...writes,
  isRefusedWhileLeaving: true,
  summary: 'Closes a position and opens the same size on the other side, as `client_id:open`',
  description: `${ACCOUNT_NOTE}${REFUSED_NOTE}`,
  params: bySymbol,
  query: ofAccount,
  body: z.object({ client_id: clientId }),
  returns: positionOrders,
  errors: ORDER_ERRORS,
})

export const rearmStop = endpoint('POST /positions/:symbol/rearm', {
  ...writes,
  summary: 'Places the stop that left a position unprotected again, for the size that has no stop now',
  description:
    'It triggers at the next mark beyond its trigger, also if that was passed already. Nothing unprotected: 422 `alreadyProtected`. ' +
    `${ACCOUNT_NOTE}${REFUSED_NOTE}`,
  params: bySymbol,
  query: ofAccount,
  body: z.object({ client_id: clientId }),
  returns: positionOrders,
  errors: ORDER_ERRORS,
})

export const changeMargin = endpoint('POST /positions/:symbol/margin', {
  ...writes,
  isRefusedWhileLeaving: true,
  summary: 'Adds USDC to the margin of an isolated position; a negative amount removes it',
  description: `${ACCOUNT_NOTE}${REFUSED_NOTE}`,
  params: bySymbol,
  query: ofAccount,
  body: positionMargin,
  returns: positionSetting,
  errors: ORDER_ERRORS,
})

export const setLeverage = endpoint('POST /positions/:symbol/leverage', {
  ...writes,
  isRefusedWhileLeaving: true,
  summary: 'Sets the leverage of a market, for its position and its orders',
  description: `${ACCOUNT_NOTE}${REFUSED_NOTE}`,
  params: bySymbol,
  query: ofAccount,
  body: positionLeverage,
  returns: positionSetting,
  errors: ORDER_ERRORS,
})
