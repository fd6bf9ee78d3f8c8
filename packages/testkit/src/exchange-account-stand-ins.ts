import { createHash, createHmac } from 'node:crypto'
import { type HttpStandIn, httpStandIn, type SeenRequest } from './http-stand-in.ts'

/** Credentials that the mocks of Bybit, OKX and Kraken accept; the secret is base64, as Kraken's. */
export const EXCHANGE_KEY = { key: 'stand-in-exchange-key', secret: 'c3RhbmQtaW4tc2VjcmV0', passphrase: 'stand-in-passphrase' } as const

type Json = Readonly<Record<string, unknown>>
type Timed<Row = Json> = Row & { readonly time: number }

/** Mock with rows in the exchange's own form beside their time in milliseconds; newest first in its replies where the exchange does so. */
type Mock<State> = State & { readonly http: HttpStandIn; close(): Promise<void> }

const hmac = (text: string, encoding: 'hex' | 'base64'): string => createHmac('sha256', EXCHANGE_KEY.secret).update(text).digest(encoding)
const within = <Row>(rows: readonly Timed<Row>[], from: number, to: number): Timed<Row>[] =>
  rows.filter(({ time }) => time >= from && time <= to).toSorted((a, b) => b.time - a.time)
const searchOf = ({ query }: SeenRequest): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

/** Mock of Bybit v5: `executions` are rows of `/v5/execution/list`. */
export type BybitStandIn = Mock<{ readOnly: 0 | 1; readonly executions: Timed<{ readonly category: string; readonly row: Json }>[] }>

/** Mock of Bybit's account API; verifies signatures. */
export async function bybitStandIn(): Promise<BybitStandIn> {
  const http = await httpStandIn((request) => answer(request))
  const standIn: BybitStandIn = { http, readOnly: 1, executions: [], close: () => http.close() }
  const ok = (result: Json) => ({ body: { retCode: 0, retMsg: 'OK', result, retExtInfo: {}, time: Date.now() } })
  const answer = (request: SeenRequest) => {
    const { path, query, headers } = request
    if (path === '/v5/market/time') return ok({ timeSecond: '1688639403', timeNano: '1688639403423213947' })
    const signed =
      ['x-bapi-timestamp', 'x-bapi-api-key', 'x-bapi-recv-window'].map((name) => String(headers[name])).join('') + searchOf(request)
    if (headers['x-bapi-api-key'] !== EXCHANGE_KEY.key) return { body: { retCode: 10003, retMsg: 'API key is invalid.', result: {} } }
    if (headers['x-bapi-sign'] !== hmac(signed, 'hex')) return { body: { retCode: 10004, retMsg: 'error sign!', result: {} } }
    if (path === '/v5/user/query-api')
      return ok({ id: '13770661', note: '', apiKey: EXCHANGE_KEY.key, readOnly: standIn.readOnly, ips: ['*'] })
    if (path !== '/v5/execution/list') return undefined
    const span = Number(query.endTime) - Number(query.startTime)
    if (span > 7 * 86_400_000) return { body: { retCode: 10001, retMsg: 'The time range is too long', result: {} } }
    const rows = within(standIn.executions, Number(query.startTime), Number(query.endTime)).filter(
      ({ category }) => category === query.category,
    )
    const from = Number((query.cursor ?? 'page:0').split(':')[1])
    const page = rows.slice(from, from + Number(query.limit))
    return ok({ nextPageCursor: `page%3A${from + page.length}`, category: query.category, list: page.map(({ row }) => row) })
  }
  return standIn
}

/** Mock of OKX v5: `fills` are rows of `/api/v5/trade/fills-history`, `bills` of `/api/v5/account/bills-archive`. */
export type OkxStandIn = Mock<{
  perm: string
  /** False: the key belongs to another region. */
  isKeyKnown: boolean
  readonly fills: Timed<{ readonly row: Json & { readonly instType: string; readonly billId: string } }>[]
  readonly bills: Timed<{ readonly row: Json & { readonly billId: string } }>[]
}>

function okxRefusal(request: SeenRequest): Json | undefined {
  const { path, headers } = request
  const search = searchOf(request)
  const signed = `${String(headers['ok-access-timestamp'])}GET${path}${search === '' ? '' : `?${search}`}`
  if (headers['ok-access-key'] !== EXCHANGE_KEY.key) return { msg: 'Invalid OK-ACCESS-KEY', code: '50111' }
  if (headers['ok-access-passphrase'] !== EXCHANGE_KEY.passphrase) return { msg: 'Invalid OK-ACCESS-PASSPHRASE', code: '50105' }
  return headers['ok-access-sign'] === hmac(signed, 'base64') ? undefined : { msg: 'Invalid Sign', code: '50113' }
}

/** Mock of OKX's account API; verifies signatures. */
export async function okxStandIn(): Promise<OkxStandIn> {
  const http = await httpStandIn((request) => answer(request))
  const standIn: OkxStandIn = { http, perm: 'read_only', isKeyKnown: true, fills: [], bills: [], close: () => http.close() }
  const ok = (data: readonly unknown[]) => ({ body: { code: '0', data, msg: '' } })
  const paged = (rows: readonly { readonly row: Json & { readonly billId: string } }[], { after, limit }: SeenRequest['query']) => {
    const from = after === undefined ? 0 : rows.findIndex(({ row }) => row.billId === after) + 1
    return ok(rows.slice(from, from + Number(limit)).map(({ row }) => row))
  }
  const answer = (request: SeenRequest) => {
    const { path, query } = request
    if (path === '/api/v5/public/time') return ok([{ ts: String(Date.now()) }])
    if (path === '/api/v5/public/instruments')
      // Source: https://www.okx.com/docs-v5/en/#public-data-rest-api-get-instruments
      return ok(
        query.instType === 'SWAP'
          ? [
              { instType: 'SWAP', instId: 'BTC-USDT-SWAP', ctVal: '0.01', ctMult: '1', ctType: 'linear' },
              { instType: 'SWAP', instId: 'ETH-USDT-SWAP', ctVal: '0.1', ctMult: '1', ctType: 'linear' },
            ]
          : [],
      )
    const refusal = standIn.isKeyKnown ? okxRefusal(request) : { msg: "API key doesn't exist", code: '50119' }
    if (refusal !== undefined) return { status: 401, body: refusal }
    const [from, to] = [Number(query.begin), Number(query.end)]
    if (path === '/api/v5/account/config') return ok([{ acctLv: '2', posMode: 'net_mode', uid: '44705892343619584', perm: standIn.perm }])
    if (path === '/api/v5/account/bills-archive') return paged(query.type === '8' ? within(standIn.bills, from, to) : [], query)
    if (path !== '/api/v5/trade/fills-history') return undefined
    return paged(
      within(standIn.fills, from, to).filter(({ row }) => row.instType === query.instType),
      query,
    )
  }
  return standIn
}

/** Mock of Kraken: `trades` are the values of `TradesHistory` by transaction; `rights`: names of further calls that the key may make. */
export type KrakenStandIn = Mock<{ readonly rights: Set<string>; readonly trades: Timed<{ readonly txid: string; readonly row: Json }>[] }>

/** Mock of Kraken's private API; verifies signatures and nonces. */
export async function krakenStandIn(): Promise<KrakenStandIn> {
  const http = await httpStandIn((request) => answer(request))
  const standIn: KrakenStandIn = { http, rights: new Set(), trades: [], close: () => http.close() }
  const refused = (error: string) => ({ body: { error: [error] } })
  const answer = ({ path, headers, body }: SeenRequest) => {
    const form = Object.fromEntries(new URLSearchParams(body))
    const digest = createHash('sha256').update(`${form.nonce}${body}`).digest()
    const sign = createHmac('sha512', Buffer.from(EXCHANGE_KEY.secret, 'base64')).update(path).update(digest).digest('base64')
    if (headers['api-key'] !== EXCHANGE_KEY.key) return refused('EAPI:Invalid key')
    if (headers['api-sign'] !== sign) return refused('EAPI:Invalid signature')
    const name = path.replace('/0/private/', '')
    if (name !== 'TradesHistory') return standIn.rights.has(name) ? refused('EOrder:Unknown order') : refused('EGeneral:Permission denied')
    const [from, to] = [Number(form.start ?? 0) * 1_000 + 1, Number(form.end ?? 1e13) * 1_000]
    const rows = within(standIn.trades, from, to)
    const page = rows.slice(Number(form.ofs), Number(form.ofs) + 50)
    return { body: { error: [], result: { count: rows.length, trades: Object.fromEntries(page.map(({ txid, row }) => [txid, row])) } } }
  }
  return standIn
}

/** Mock of Hyperliquid's public history of one address. */
export type HyperliquidStandIn = Mock<{ readonly fills: Timed[]; readonly funding: Timed[] }>

/** Mock of Hyperliquid's info API. */
export async function hyperliquidStandIn(address: string): Promise<HyperliquidStandIn> {
  const http = await httpStandIn((request) => answer(request))
  const standIn: HyperliquidStandIn = { http, fills: [], funding: [], close: () => http.close() }
  const answer = ({ body }: SeenRequest) => {
    const { type, user, startTime, endTime } = JSON.parse(body)
    // Source: https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/info-endpoint/spot
    if (type === 'spotMeta')
      return {
        body: {
          tokens: [
            { name: 'USDC', index: 0 },
            { name: 'HYPE', index: 150 },
          ],
          universe: [{ name: '@107', tokens: [150, 0], index: 107 }],
        },
      }
    const rows = user === address ? within(type === 'userFunding' ? standIn.funding : standIn.fills, startTime, endTime) : []
    return { body: rows.toReversed().slice(0, type === 'userFunding' ? 500 : 2_000) }
  }
  return standIn
}
