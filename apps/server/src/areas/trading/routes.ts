import {
  cancelOrder,
  cancelOrders,
  changeMargin,
  changeOrder,
  closePosition,
  dropScheduledCancel,
  flattenAccount,
  getInstrumentMarket,
  getOrder,
  getTradingAccount,
  listFills,
  listInstruments,
  listOrders,
  listPositions,
  listPostings,
  listTradingAccounts,
  placeOrder,
  previewOrder,
  rearmStop,
  resetTradingAccount,
  reversePosition,
  scheduleCancel,
  setLeverage,
} from '@aerie/wire/trading/trading-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Promised } from '../../platform/bus/held-functions.ts'
import type { TradingService } from './service.ts'
import type { TradingLists } from './trading-lists.ts'

const BODY = { bodyLimit: 8_192 }

export const tradingRoutes =
  (trading: Promised<Omit<TradingService, 'present'> & TradingLists>) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(getTradingAccount, ({ userId }) => trading.account(userId))
    app.endpoint(listTradingAccounts, ({ userId }) => trading.accounts(userId))
    app.endpoint(resetTradingAccount, ({ userId, body }) => trading.reset(userId, body.deposit), BODY)
    app.endpoint(listInstruments, () => trading.instruments())
    app.endpoint(getInstrumentMarket, ({ params }) => trading.market(params.symbol))
    app.endpoint(
      scheduleCancel,
      async ({ userId, query, body }) => (await trading.scheduleCancel({ ...query, userId }, body)).setting,
      BODY,
    )
    app.endpoint(
      dropScheduledCancel,
      async ({ userId, query }) => (await trading.scheduleCancel({ ...query, userId }, undefined)).setting,
      BODY,
    )
    app.endpoint(listPostings, ({ userId, query }) => trading.ledger(userId, query))
    app.endpoint(listFills, ({ userId, query }) => trading.fills(userId, query))
    app.endpoint(flattenAccount, ({ userId, query }) => trading.flatten({ ...query, userId }), BODY)

    app.endpoint(
      placeOrder,
      async ({ userId, query, body, reply }) => {
        const { order, isRepeated } = await trading.place({ ...query, userId }, body)
        if (isRepeated) reply.code(200)
        return order
      },
      BODY,
    )
    app.endpoint(previewOrder, ({ userId, query, body }) => trading.preview({ ...query, userId }, body), BODY)
    app.endpoint(changeOrder, ({ userId, params, body }) => trading.modify(userId, params.id, body), BODY)
    app.endpoint(cancelOrder, ({ userId, params }) => trading.cancel(userId, params.id))
    app.endpoint(cancelOrders, async ({ userId, query: { account, symbol } }) => ({
      canceled: await trading.cancelAll({ account, userId }, symbol),
    }))
    app.endpoint(listOrders, ({ userId, query }) => trading.orders(userId, query))
    app.endpoint(getOrder, ({ userId, params }) => trading.order(userId, params.id))

    app.endpoint(listPositions, ({ userId, query }) => trading.positions(userId, query))
    app.endpoint(closePosition, ({ userId, query, params, body }) => trading.close({ ...query, userId }, params.symbol, body), BODY)
    app.endpoint(
      reversePosition,
      ({ userId, query, params, body }) => trading.reverse({ ...query, userId }, params.symbol, body.client_id),
      BODY,
    )
    app.endpoint(rearmStop, ({ userId, query, params, body }) => trading.rearm({ ...query, userId }, params.symbol, body.client_id), BODY)
    app.endpoint(changeMargin, ({ userId, query, params, body }) => trading.margin({ ...query, userId }, params.symbol, body), BODY)
    app.endpoint(setLeverage, ({ userId, query, params, body }) => trading.leverage({ ...query, userId }, params.symbol, body), BODY)
  }
