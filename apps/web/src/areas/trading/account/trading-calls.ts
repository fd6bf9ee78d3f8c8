import type { OrderBody } from '@aerie/wire/trading/trading'
import {
  ledgerPage,
  type ScheduledCancelBody,
  scheduledCancelSetting,
  type TradingInstrument,
  tradingAccount,
  tradingAccounts,
  tradingInstruments,
} from '@aerie/wire/trading/trading-account'
import {
  type OrderPreview,
  orderPreview,
  ordersCanceled,
  ordersPage,
  type TradingOrder,
  tradingOrder,
} from '@aerie/wire/trading/trading-orders'
import { fillsPage, flattened, positionOrders, positionSetting, positionsPage } from '@aerie/wire/trading/trading-positions'
import { api } from '../../../platform/api/api.ts'

/** Page limit for open orders: 1,000 orders, more than an account may have. */
const MOST_PAGES = 5
const PAGE = 200
export const FILLS_KEPT = 100

const path = (route: string, query: Readonly<Record<string, string | undefined>> = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return given.length === 0 ? route : `${route}?${new URLSearchParams(given)}`
}
const positionPath = (symbol: string, what: string): string => `/positions/${encodeURIComponent(symbol)}/${what}`

type Given = { readonly signal?: AbortSignal | undefined }

/** Money, rights and prices come from responses only, never from client state. @throws ApiError; for `word` see trading-codes.ts */
export const tradingCalls = {
  account: (given: Given = {}) => api.get('/trading/account', tradingAccount, { ...given, fresh: true }),
  accounts: (given: Given = {}) => api.get('/trading/accounts', tradingAccounts, given),
  reset: (deposit: string) => api.post('/trading/account/reset', { deposit }, tradingAccount),
  instruments: (given: Given = {}): Promise<readonly TradingInstrument[]> => api.get('/trading/instruments', tradingInstruments, given),
  openOrders,
  ordersOf: (account: string, cursor: string | undefined, given: Given = {}) =>
    api.page(path('/orders', { account, limit: '50', cursor }), ordersPage, given),
  doneOrders: (cursor: string | undefined, given: Given = {}) =>
    api.page(path('/orders', { state: 'done', limit: '50', cursor }), ordersPage, given),
  orderNamed: async (clientId: string, given: Given = {}): Promise<TradingOrder | null> =>
    (await api.page(path('/orders', { client_id: clientId }), ordersPage, { ...given, fresh: true })).data[0] ?? null,
  positions: async (given: Given = {}) => (await api.page('/positions', positionsPage, { ...given, fresh: true })).data,
  positionsOf: async (account: string, given: Given = {}) => (await api.page(path('/positions', { account }), positionsPage, given)).data,
  fillsOf: (account: string, cursor: string | undefined, given: Given = {}) =>
    api.page(path('/fills', { account, limit: '50', cursor }), fillsPage, given),
  fills: (cursor: string | undefined, given: Given = {}) =>
    api.page(path('/fills', { limit: String(FILLS_KEPT), cursor }), fillsPage, { ...given, fresh: true }),
  /** @param account undefined: the current one */
  ledger: (account: string | undefined, cursor: string | undefined, given: Given = {}) =>
    api.page(path('/trading/ledger', { account, limit: '50', cursor }), ledgerPage, given),
  place: (body: OrderBody) => api.post('/orders', body, tradingOrder),
  preview: (body: OrderBody, given: Given = {}): Promise<OrderPreview> => api.post('/orders/preview', body, orderPreview, given),
  modify: (id: string, change: { readonly price?: string; readonly trigger?: string; readonly size?: string }) =>
    api.patch(`/orders/${encodeURIComponent(id)}`, change, tradingOrder),
  cancel: (id: string) => api.delete(`/orders/${encodeURIComponent(id)}`, tradingOrder),
  cancelAll: (symbol: string | undefined) => api.delete(path('/orders', { symbol }), ordersCanceled),
  close: (symbol: string, body: { readonly fraction?: string; readonly client_id: string }) =>
    api.post(positionPath(symbol, 'close'), body, positionOrders),
  reverse: (symbol: string, body: { readonly client_id: string }) => api.post(positionPath(symbol, 'reverse'), body, positionOrders),
  leverage: (symbol: string, body: { readonly leverage: number; readonly margin?: 'cross' | 'isolated' }) =>
    api.post(positionPath(symbol, 'leverage'), body, positionSetting),
  margin: (symbol: string, body: { readonly amount: string; readonly client_id: string }) =>
    api.post(positionPath(symbol, 'margin'), body, positionSetting),
  scheduleCancel: (body: ScheduledCancelBody) => api.put('/trading/scheduled-cancel', body, scheduledCancelSetting),
  dropScheduledCancel: () => api.delete('/trading/scheduled-cancel', scheduledCancelSetting),
  flatten: () => api.post('/trading/flatten', {}, flattened),
} as const

/** Oldest first, because later ones are appended. */
async function openOrders(given: Given = {}): Promise<readonly TradingOrder[]> {
  const orders: TradingOrder[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { data, next } = await api.page(path('/orders', { state: 'open', limit: String(PAGE), cursor }), ordersPage, {
      ...given,
      fresh: true,
    })
    orders.push(...data)
    if (next === null) break
    cursor = next
  }
  return orders.reverse()
}
