import { createHmac } from 'node:crypto'
import { type HttpStandIn, httpStandIn, type SeenRequest } from './http-stand-in.ts'

/** Credentials accepted by the mock. */
export const BINANCE_KEY = { key: 'stand-in-binance-key', secret: 'stand-in-binance-secret' } as const

/** Reply of Binance as its documentation shows it. */
type Json = Readonly<Record<string, unknown>>

/** Mock of Binance's account API, spot and USDⓈ-M futures on one address. */
export type BinanceAccountStandIn = {
  readonly http: HttpStandIn
  /** Reply of `/sapi/v1/account/apiRestrictions`. */
  restrictions: Json
  readonly markets: { readonly symbol: string; readonly baseAsset: string; readonly quoteAsset: string }[]
  readonly balances: string[]
  readonly snapshotAssets: string[]
  /** Rows of `/api/v3/myTrades`, oldest first. */
  readonly spotTrades: (Json & { readonly symbol: string; readonly id: number })[]
  /** Rows of `/fapi/v1/userTrades`, oldest first. */
  readonly futuresTrades: (Json & { readonly symbol: string; readonly id: number; readonly time: number })[]
  /** Rows of `/fapi/v1/income`, oldest first. */
  readonly income: (Json & { readonly incomeType: string; readonly time: number })[]
  hasFutures: boolean
  close(): Promise<void>
}

/** Rows of a page. */
const MOST_ROWS = 1_000

const refused = (code: number, msg: string) => ({ status: code === -2015 ? 401 : 400, body: { code, msg } })

/** Mock of Binance's account API on a free local port; verifies signature and time. */
export async function binanceAccountStandIn(): Promise<BinanceAccountStandIn> {
  const http = await httpStandIn((request) => answer(request))
  const standIn: BinanceAccountStandIn = {
    http,
    // Source: https://developers.binance.com/docs/wallet/account/api-key-permission
    restrictions: {
      ipRestrict: false,
      createTime: 1698645219000,
      enableReading: true,
      enableWithdrawals: false,
      enableInternalTransfer: false,
      enableMargin: false,
      enableFutures: false,
      permitsUniversalTransfer: false,
      enableVanillaOptions: false,
      enableFixApiTrade: false,
      enableFixReadOnly: true,
      enableSpotAndMarginTrading: false,
      enablePortfolioMarginTrading: false,
    },
    markets: [],
    balances: [],
    snapshotAssets: [],
    spotTrades: [],
    futuresTrades: [],
    income: [],
    hasFutures: true,
    close: () => http.close(),
  }
  const answer = ({ path, query, headers }: SeenRequest) => {
    if (path === '/api/v3/time') return { body: { serverTime: Date.now() } }
    if (path === '/api/v3/exchangeInfo') return { body: { timezone: 'UTC', symbols: standIn.markets } }
    if (headers['x-mbx-apikey'] !== BINANCE_KEY.key) return refused(-2015, 'Invalid API-key, IP, or permissions for action.')
    if (!isSigned(query)) return refused(-1022, 'Signature for this request is not valid.')
    return account(path, query)
  }
  const account = (path: string, query: Readonly<Record<string, string>>) => {
    if (path.startsWith('/fapi/') && !standIn.hasFutures) return refused(-2015, 'Invalid API-key, IP, or permissions for action.')
    const since = Number(query.startTime ?? query.fromId)
    const isListed = standIn.markets.some(({ symbol }) => symbol === query.symbol)
    const isWithin = ({ time }: { readonly time: number }): boolean => time >= since && time <= Number(query.endTime)
    switch (path) {
      case '/sapi/v1/account/apiRestrictions':
        return { body: standIn.restrictions }
      case '/api/v3/account':
        // Source: https://developers.binance.com/docs/binance-spot-api-docs/rest-api/account-endpoints
        return {
          body: { canTrade: true, balances: standIn.balances.map((asset) => ({ asset, free: '1.00000000', locked: '0.00000000' })) },
        }
      case '/sapi/v1/accountSnapshot':
        // Source: https://developers.binance.com/docs/wallet/account/daily-account-snapshoot
        return {
          body: {
            code: 200,
            msg: '',
            snapshotVos: [{ data: { balances: standIn.snapshotAssets.map((asset) => ({ asset, free: '1', locked: '0' })) }, type: 'spot' }],
          },
        }
      case '/api/v3/myTrades': {
        if (!isListed) return refused(-1121, 'Invalid symbol.')
        const rows = standIn.spotTrades.filter(({ symbol, id }) => symbol === query.symbol && id >= since)
        return { body: rows.slice(0, MOST_ROWS) }
      }
      case '/fapi/v3/positionRisk':
        return { body: [] }
      case '/fapi/v1/userTrades': {
        const rows = standIn.futuresTrades.filter(({ symbol }) => symbol === query.symbol)
        return { body: rows.filter((row) => (query.fromId === undefined ? isWithin(row) : row.id >= since)).slice(0, MOST_ROWS) }
      }
      case '/fapi/v1/income':
        return { body: standIn.income.filter((row) => row.incomeType === query.incomeType && isWithin(row)).slice(0, MOST_ROWS) }
      default:
        return undefined
    }
  }
  return standIn
}

function isSigned({ signature, ...query }: Readonly<Record<string, string>>): boolean {
  const text = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const isTimely = Math.abs(Number(query.timestamp) - Date.now()) < Number(query.recvWindow)
  return isTimely && signature === createHmac('sha256', BINANCE_KEY.secret).update(text).digest('hex')
}
