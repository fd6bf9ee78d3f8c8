import type { OrderBody } from '@aerie/wire/trading/trading'
import type { ScheduledCancelBody } from '@aerie/wire/trading/trading-account'
import {
  cancelOrder,
  cancelOrders,
  changeMargin,
  changeOrder,
  closePosition,
  dropScheduledCancel,
  flattenAccount,
  getInstrumentMarket,
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
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { api } from '../../../platform/api/api.ts'
import { readAllRows } from '../../../platform/api/first-page.ts'

/** Page limit for open orders: 1,000 orders, more than an account may have. */
const MOST_PAGES = 5
const PAGE = 200
export const FILLS_KEPT = 100

type Given = { readonly signal?: AbortSignal | undefined }

/** Money, rights and prices come from responses only, never from client state. @throws ApiError; for `word` see trading-codes.ts */
export const tradingCalls = {
  account: (given: Given = {}) => api(getTradingAccount, { ...given, fresh: true }),
  accounts: (given: Given = {}) => api(listTradingAccounts, given),
  reset: (deposit: string) => api(resetTradingAccount, { body: { deposit } }),
  instruments: (given: Given = {}) => api(listInstruments, given),
  market: (symbol: string, given: Given = {}) => api(getInstrumentMarket, { ...given, params: { symbol } }),
  /** Oldest first, because later ones are appended. */
  openOrders: async (given: Given = {}): Promise<readonly TradingOrder[]> => {
    const readPage = (cursor: string | undefined) =>
      api(listOrders, { ...given, query: { state: 'open', limit: String(PAGE), cursor }, fresh: true })
    return (await readAllRows(MOST_PAGES, readPage)).reverse()
  },
  ordersOf: (account: string, cursor: string | undefined, given: Given = {}) =>
    api(listOrders, { ...given, query: { account, limit: '50', cursor } }),
  doneOrders: (cursor: string | undefined, given: Given = {}) =>
    api(listOrders, { ...given, query: { state: 'done', limit: '50', cursor } }),
  orderNamed: async (clientId: string, given: Given = {}): Promise<TradingOrder | null> =>
    (await api(listOrders, { ...given, query: { client_id: clientId }, fresh: true })).data[0] ?? null,
  positions: async (given: Given = {}) => (await api(listPositions, { ...given, fresh: true })).data,
  positionsOf: async (account: string, given: Given = {}) => (await api(listPositions, { ...given, query: { account } })).data,
  fillsOf: (account: string, cursor: string | undefined, given: Given = {}) =>
    api(listFills, { ...given, query: { account, limit: '50', cursor } }),
  fills: (cursor: string | undefined, given: Given = {}) =>
    api(listFills, { ...given, query: { limit: String(FILLS_KEPT), cursor }, fresh: true }),
  /** @param account undefined: the current one */
  ledger: (account: string | undefined, cursor: string | undefined, given: Given = {}) =>
    api(listPostings, { ...given, query: { account, limit: '50', cursor } }),
  place: (body: OrderBody) => api(placeOrder, { body }),
  preview: (body: OrderBody, given: Given = {}) => api(previewOrder, { ...given, body }),
  modify: (id: string, change: { readonly price?: string; readonly trigger?: string; readonly size?: string }) =>
    api(changeOrder, { params: { id }, body: change }),
  cancel: (id: string) => api(cancelOrder, { params: { id } }),
  cancelAll: (symbol: string | undefined) => api(cancelOrders, { query: { symbol } }),
  close: (symbol: string, body: { readonly fraction?: string; readonly client_id: string }) =>
    api(closePosition, { params: { symbol }, body }),
  reverse: (symbol: string, body: { readonly client_id: string }) => api(reversePosition, { params: { symbol }, body }),
  rearm: (symbol: string, body: { readonly client_id: string }) => api(rearmStop, { params: { symbol }, body }),
  leverage: (symbol: string, body: { readonly leverage: number; readonly margin?: 'cross' | 'isolated' }) =>
    api(setLeverage, { params: { symbol }, body }),
  margin: (symbol: string, body: { readonly amount: string; readonly client_id: string }) =>
    api(changeMargin, { params: { symbol }, body }),
  scheduleCancel: (body: ScheduledCancelBody) => api(scheduleCancel, { body }),
  dropScheduledCancel: () => api(dropScheduledCancel, {}),
  flatten: () => api(flattenAccount, {}),
} as const
