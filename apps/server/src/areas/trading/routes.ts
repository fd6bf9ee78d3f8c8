import { envelope } from '@aerie/wire/problem'
import { instrumentSymbol, orderBody } from '@aerie/wire/trading/trading'
import {
  accountId,
  accountReset,
  fillsQuery,
  ledgerPage,
  ordersQuery,
  pageQuery,
  scheduledCancelBody,
  scheduledCancelSetting,
  tradingAccount,
  tradingAccounts,
  tradingInstruments,
} from '@aerie/wire/trading/trading-account'
import { orderChange, orderPreview, ordersCanceled, ordersPage, tradingOrder } from '@aerie/wire/trading/trading-orders'
import {
  fillsPage,
  flattened,
  positionClose,
  positionLeverage,
  positionMargin,
  positionOrders,
  positionReverse,
  positionSetting,
  positionsPage,
} from '@aerie/wire/trading/trading-positions'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Authentication } from '../account/index.ts'
import type { Sender, TradingService } from './service.ts'
import type { TradingLists } from './trading-lists.ts'

type Deps = {
  readonly trading: TradingService
  readonly lists: TradingLists
  readonly requireUser: Authentication['requireUser']
}

const BODY_LIMIT_BYTES = 8_192

/** For routes that may add risk; closing and canceling stay allowed while account deletion is pending. */
const OPENING = { scope: 'trading:write', isRefusedWhileLeaving: true } as const

const orderParams = z.object({ id: z.uuid() })
const symbolParams = z.object({ symbol: instrumentSymbol })
/** Account shown by the client: the command is refused if it is no longer the current one. */
const commandQuery = z.object({ account: z.optional(accountId) })
const cancelQuery = z.object({ ...commandQuery.shape, symbol: z.optional(instrumentSymbol) })

const userOf = (request: FastifyRequest): string => request.caller.user.user_id
const senderOf = (request: FastifyRequest, { account }: z.output<typeof commandQuery>): Sender => ({ userId: userOf(request), account })

const ACCOUNT_NOTE =
  '`account` in the query is the account that the sender shows; where it is not the present one any more: 409 `source_changed` or `account_closed`. '
const REFUSED_NOTE = 'Refused: 422 with a `code` from docs/user/trading.md.'

export const tradingRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    await app.register(accountRoutes(deps))
    await app.register(scheduledCancelRoutes(deps))
    await app.register(ledgerRoutes(deps))
    await app.register(orderRoutes(deps))
    await app.register(cancelRoutes(deps))
    await app.register(orderListRoutes(deps))
    await app.register(positionRoutes(deps))
  }

const shared = { tags: ['trading'], security: [{ bearer: [] }] }

const accountRoutes =
  ({ trading, lists, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = requireUser
    app.get(
      '/api/v1/trading/account',
      {
        onRequest,
        config: { scope: 'trading:read' },
        schema: {
          ...shared,
          summary: 'The paper account of the present market source, opened on the first call with 10,000 USDC',
          response: { 200: envelope(tradingAccount) },
        },
      },
      async (request) => ({ data: await trading.account(userOf(request)) }),
    )
    app.get(
      '/api/v1/trading/accounts',
      {
        onRequest,
        config: { scope: 'trading:read' },
        schema: { ...shared, summary: 'All accounts of the caller, newest first', response: { 200: envelope(tradingAccounts) } },
      },
      async (request) => ({ data: await lists.accounts(userOf(request)) }),
    )
    app.post(
      '/api/v1/trading/account/reset',
      {
        onRequest,
        config: OPENING,
        bodyLimit: BODY_LIMIT_BYTES,
        schema: {
          ...shared,
          summary: 'Closes the account and opens a new one; the old one stays readable',
          body: accountReset,
          response: { 200: envelope(tradingAccount) },
        },
      },
      async (request) => ({ data: await trading.reset(userOf(request), request.body.deposit) }),
    )
    app.get(
      '/api/v1/trading/instruments',
      {
        onRequest,
        config: { scope: 'trading:read' },
        schema: { ...shared, summary: 'What can be traded in the present market source', response: { 200: envelope(tradingInstruments) } },
      },
      async () => ({ data: lists.instruments() }),
    )
  }

const scheduledCancelRoutes =
  ({ trading, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const common = { onRequest: requireUser, config: { scope: 'trading:write' }, bodyLimit: BODY_LIMIT_BYTES } as const
    const schema = { ...shared, querystring: commandQuery, response: { 200: envelope(scheduledCancelSetting) } }
    app.put(
      '/api/v1/trading/scheduled-cancel',
      {
        ...common,
        schema: {
          ...schema,
          summary: 'Dead-man switch: cancels all orders unless this call comes again in time',
          description: `\`seconds\` are of the market's clock. It fires once; it fires after a restart of the server, too. ${ACCOUNT_NOTE}`,
          body: scheduledCancelBody,
        },
      },
      async (request) => ({ data: (await trading.scheduleCancel(senderOf(request, request.query), request.body)).setting }),
    )
    app.delete(
      '/api/v1/trading/scheduled-cancel',
      { ...common, schema: { ...schema, summary: 'Turns the dead-man switch off', description: ACCOUNT_NOTE } },
      async (request) => ({ data: (await trading.scheduleCancel(senderOf(request, request.query), undefined)).setting }),
    )
  }

const ledgerRoutes =
  ({ trading, lists, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = requireUser
    app.get(
      '/api/v1/trading/ledger',
      {
        onRequest,
        config: { scope: 'trading:read' },
        schema: { ...shared, summary: 'Postings, newest first', querystring: pageQuery, response: { 200: ledgerPage } },
      },
      async (request) => lists.ledger(userOf(request), request.query),
    )
    app.get(
      '/api/v1/fills',
      {
        onRequest,
        config: { scope: 'trading:read' },
        schema: { ...shared, summary: 'Fills with their evidence, newest first', querystring: fillsQuery, response: { 200: fillsPage } },
      },
      async (request) => lists.fills(userOf(request), request.query),
    )
    app.post(
      '/api/v1/trading/flatten',
      {
        onRequest,
        config: { scope: 'trading:write' },
        bodyLimit: BODY_LIMIT_BYTES,
        schema: {
          ...shared,
          summary: 'Kill switch: cancels all, then closes all; says which closes wait',
          description: ACCOUNT_NOTE,
          querystring: commandQuery,
          response: { 200: envelope(flattened) },
        },
      },
      async (request) => ({ data: await trading.flatten(senderOf(request, request.query)) }),
    )
  }

const orderRoutes =
  ({ trading, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = requireUser
    app.post(
      '/api/v1/orders',
      {
        onRequest,
        config: OPENING,
        bodyLimit: BODY_LIMIT_BYTES,
        schema: {
          ...shared,
          summary: 'Places an order; answered once it is stored',
          description: `The same \`client_id\` and body again: 200 with the same order; another body: 409 \`client_id_used\`. ${ACCOUNT_NOTE}${REFUSED_NOTE}`,
          querystring: commandQuery,
          body: orderBody,
          response: { 200: envelope(tradingOrder), 201: envelope(tradingOrder) },
        },
      },
      async (request, reply) => {
        const { order, isRepeated } = await trading.place(senderOf(request, request.query), request.body)
        return reply.code(isRepeated ? 200 : 201).send({ data: order })
      },
    )
    app.post(
      '/api/v1/orders/preview',
      {
        onRequest,
        config: { scope: 'trading:read' },
        bodyLimit: BODY_LIMIT_BYTES,
        schema: {
          ...shared,
          summary: 'What an order would do now; books nothing',
          querystring: commandQuery,
          body: orderBody,
          response: { 200: envelope(orderPreview) },
        },
      },
      async (request) => ({ data: await trading.preview(senderOf(request, request.query), request.body) }),
    )
    app.patch(
      '/api/v1/orders/:id',
      {
        onRequest,
        config: OPENING,
        bodyLimit: BODY_LIMIT_BYTES,
        schema: {
          ...shared,
          summary: 'Modifies an order; what would be refused changes nothing',
          description: REFUSED_NOTE,
          params: orderParams,
          body: orderChange,
          response: { 200: envelope(tradingOrder) },
        },
      },
      async (request) => ({ data: await trading.modify(userOf(request), request.params.id, request.body) }),
    )
  }

const cancelRoutes =
  ({ trading, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = requireUser
    app.delete(
      '/api/v1/orders/:id',
      {
        onRequest,
        config: { scope: 'trading:write' },
        schema: {
          ...shared,
          summary: 'Cancels an order; 422 `alreadyFilled` or `alreadyCanceled` with the `order` where it had ended',
          params: orderParams,
          response: { 200: envelope(tradingOrder) },
        },
      },
      async (request) => ({ data: await trading.cancel(userOf(request), request.params.id) }),
    )
    app.delete(
      '/api/v1/orders',
      {
        onRequest,
        config: { scope: 'trading:write' },
        schema: {
          ...shared,
          summary: 'Cancels all orders, stops too',
          description: ACCOUNT_NOTE,
          querystring: cancelQuery,
          response: { 200: envelope(ordersCanceled) },
        },
      },
      async (request) => ({ data: { canceled: await trading.cancelAll(senderOf(request, request.query), request.query.symbol) } }),
    )
  }

const orderListRoutes =
  ({ lists, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = requireUser
    app.get(
      '/api/v1/orders',
      {
        onRequest,
        config: { scope: 'trading:read' },
        schema: { ...shared, summary: 'Orders, newest first', querystring: ordersQuery, response: { 200: ordersPage } },
      },
      async (request) => lists.orders(userOf(request), request.query),
    )
    app.get(
      '/api/v1/orders/:id',
      {
        onRequest,
        config: { scope: 'trading:read' },
        schema: { ...shared, summary: 'An order', params: orderParams, response: { 200: envelope(tradingOrder) } },
      },
      async (request) => ({ data: await lists.order(userOf(request), request.params.id) }),
    )
    app.get(
      '/api/v1/positions',
      {
        onRequest,
        config: { scope: 'trading:read' },
        schema: { ...shared, summary: 'Open positions', querystring: pageQuery, response: { 200: positionsPage } },
      },
      async (request) => lists.positions(userOf(request), request.query),
    )
  }

const positionRoutes =
  ({ trading, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const common = { onRequest: requireUser, bodyLimit: BODY_LIMIT_BYTES }
    const schema = { ...shared, params: symbolParams, querystring: commandQuery, description: `${ACCOUNT_NOTE}${REFUSED_NOTE}` }
    app.post(
      '/api/v1/positions/:symbol/close',
      {
        ...common,
        config: { scope: 'trading:write' },
        schema: { ...schema, summary: 'Closes a part of a position', body: positionClose, response: { 200: envelope(positionOrders) } },
      },
      async (request) => ({ data: await trading.close(senderOf(request, request.query), request.params.symbol, request.body) }),
    )
    app.post(
      '/api/v1/positions/:symbol/reverse',
      {
        ...common,
        config: OPENING,
        schema: {
          ...schema,
          summary: 'Closes a position and opens as much on the other side',
          body: positionReverse,
          response: { 200: envelope(positionOrders) },
        },
      },
      async (request) => ({
        data: await trading.reverse(senderOf(request, request.query), request.params.symbol, request.body.client_id),
      }),
    )
    app.post(
      '/api/v1/positions/:symbol/margin',
      {
        ...common,
        config: OPENING,
        schema: {
          ...schema,
          summary: 'Moves cash into the margin of an isolated position; negative: out of it',
          body: positionMargin,
          response: { 200: envelope(positionSetting) },
        },
      },
      async (request) => ({ data: await trading.margin(senderOf(request, request.query), request.params.symbol, request.body) }),
    )
    app.post(
      '/api/v1/positions/:symbol/leverage',
      {
        ...common,
        config: OPENING,
        schema: {
          ...schema,
          summary: 'Sets the leverage of a market, for its position and its orders',
          body: positionLeverage,
          response: { 200: envelope(positionSetting) },
        },
      },
      async (request) => ({ data: await trading.leverage(senderOf(request, request.query), request.params.symbol, request.body) }),
    )
  }
