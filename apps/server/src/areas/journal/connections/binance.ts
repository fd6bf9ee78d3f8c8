import { createHmac } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { decimalOf } from '@aerie/journal/import/cells'
import { fillOf, type ImportedFunding, microOf, positionOf, symbolOf } from '@aerie/journal/import/entries'
import { binanceFutures, binanceSpot, binanceTransactions, symbolOfPair } from '@aerie/journal/import/formats/binance'
import { isInverse } from '@aerie/journal/import/markets'
import type { HttpAnswer } from '@aerie/upstream/http-json'
import { stampMs } from '@aerie/upstream/json-values'
import { type Query, queryText, whole } from '@aerie/upstream/query'
import { abortable } from '@aerie/upstream/timers'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import * as z from 'zod/mini'
import type { StoredCursor } from '../../../platform/db/schema/journal.ts'
import {
  type ExchangeReader,
  entriesOf,
  exchangeCall,
  type History,
  type HistoryPage,
  KeyRefusal,
  type Known,
  type MakeLimiter,
  numberIn,
  OVERLAP_MS,
  type ReaderDeps,
  textIn,
} from './exchange-reader.ts'

export type BinanceRoots = { readonly spot: URL; readonly futures: URL }

/** About half of what Binance allows for an address: 6,000, 2,400 and 12,000 a minute. Source: `rateLimits` of both exchangeInfo, and the wallet API. */
const SPOT_PACE = { burst: 1_200, perSecond: 45 }
const WALLET_PACE = { burst: 3_000, perSecond: 90 }
const FUTURES_PACE = { burst: 300, perSecond: 18 }
const MOST_ROWS = 1_000
const WINDOW_MS = 7 * DAY_MS
/** How far back Binance lists futures trades, and income. */
const TRADES_MS = 180 * DAY_MS
const INCOME_MS = 89 * DAY_MS
/** Markets without any trade so far are asked again after this time. */
const EMPTY_MS = HOUR_MS
const MARKETS_MS = HOUR_MS
const SNAPSHOTS_MS = DAY_MS
/** A signed request is valid for this time. */
const RECEIVE_MS = 10_000

const FUTURES_MARKETS = 'futures markets'
const FUTURES_FUNDING = 'futures funding'
const FUTURES_LIQUIDATIONS = 'futures liquidations'
const SNAPSHOTS = 'spot snapshots'
const SPOT = 'spot '
const FUTURES = 'futures '

/** What a key that only reads may have. Anything else that is on lets it act. */
const HARMLESS: ReadonlySet<string> = new Set(['ipRestrict', 'enableReading', 'enableFixReadOnly'])

const text = z.string()
const restrictions = z.record(text, z.unknown())
const serverTime = z.object({ serverTime: stampMs })
const account = z.object({ balances: z.array(z.object({ asset: text, free: text, locked: text })) })
const snapshots = z.object({
  snapshotVos: z.array(z.object({ data: z.object({ balances: z.optional(z.array(z.object({ asset: text }))) }) })),
})
const exchangeInfo = z.object({ symbols: z.array(z.object({ symbol: text, baseAsset: text, quoteAsset: text })) })
const spotTrades = z.array(
  z.object({
    symbol: text,
    id: z.int(),
    price: text,
    qty: text,
    commission: text,
    commissionAsset: text,
    time: stampMs,
    isBuyer: z.boolean(),
  }),
)
const futuresTrades = z.array(
  z.object({
    symbol: text,
    id: z.int(),
    side: z.enum(['BUY', 'SELL']),
    price: text,
    qty: text,
    realizedPnl: text,
    commission: text,
    commissionAsset: text,
    positionSide: text,
    time: stampMs,
  }),
)
const income = z.array(z.object({ symbol: text, incomeType: text, income: text, time: stampMs, tranId: z.union([z.int(), text]) }))
const positions = z.array(z.object({ symbol: text }))
const refusal = z.object({ code: z.int(), msg: z.optional(text) })

type SpotTrade = z.output<typeof spotTrades>[number]
type FuturesTrade = z.output<typeof futuresTrades>[number]
type Market = { readonly base: string; readonly quote: string }

/** Readers of Binance accounts: spot, and futures margined in dollars. They share the limits of this server's address. */
export function binanceReaders(roots: BinanceRoots, makeLimiter: MakeLimiter) {
  const limiters = { spot: makeLimiter(SPOT_PACE), futures: makeLimiter(FUTURES_PACE), wallet: makeLimiter(WALLET_PACE) }
  let listed: { readonly markets: ReadonlyMap<string, Market>; readonly until: number } | undefined

  return (deps: ReaderDeps): ExchangeReader => {
    const { env } = deps
    let leadMs: number | undefined
    const now = (): number => env.clock.now()
    const take = (limiter: keyof typeof limiters, weight: number) => abortable(limiters[limiter].take(weight), deps.signal)
    const call = async <T>(
      api: keyof BinanceRoots,
      path: string,
      { schema, headers }: { schema: z.ZodMiniType<T>; headers?: Record<string, string> },
    ) => exchangeCall({ root: roots[api], path, schema, ...(headers && { headers }) }, { ...deps, refusalOf })
    const signed = async <T>(api: keyof BinanceRoots, { path, schema, weight, query = {} }: Signed<T>): Promise<T> => {
      if (leadMs === undefined) {
        await take('spot', 1)
        leadMs = (await call('spot', '/api/v3/time', { schema: serverTime })).serverTime - now()
      }
      await take(path.startsWith('/sapi/') ? 'wallet' : api, weight)
      const { key, secret } = deps.credentials()
      const asked = queryText({ ...query, recvWindow: whole(RECEIVE_MS), timestamp: whole(now() + leadMs) })
      const signature = createHmac('sha256', secret).update(asked).digest('hex')
      return call(api, `${path}?${asked}&signature=${signature}`, { schema, headers: { 'x-mbx-apikey': key } })
    }
    const markets = async (): Promise<ReadonlyMap<string, Market>> => {
      if (listed === undefined || listed.until < now()) {
        await take('spot', 20)
        const { symbols } = await call('spot', '/api/v3/exchangeInfo?permissions=SPOT&showPermissionSets=false', { schema: exchangeInfo })
        const found = symbols.map(({ symbol, baseAsset, quoteAsset }) => [symbol, { base: baseAsset, quote: quoteAsset }] as const)
        listed = { markets: new Map(found), until: now() + MARKETS_MS }
      }
      return listed.markets
    }
    const incomeBetween = (from: number, to: number, incomeType: string) =>
      signed('futures', {
        path: '/fapi/v1/income',
        schema: income,
        weight: 30,
        query: { incomeType, startTime: whole(from), endTime: whole(to), limit: whole(MOST_ROWS) },
      })

    return {
      check: async () => {
        const facts = await signed('spot', { path: '/sapi/v1/account/apiRestrictions', schema: restrictions, weight: 1 })
        if (facts.enableReading !== true)
          throw new KeyRefusal('rejected', 'This key may not read. Tick “Enable Reading” for it at Binance.')
        const extra = Object.keys(facts).filter((name) => facts[name] === true && !HARMLESS.has(name))
        if (extra.length > 0)
          throw new KeyRefusal(
            'may_trade',
            `This key may do more than read (${extra.slice(0, 6).join(', ')}). Create one at Binance with “Enable Reading” only.`,
          )
      },

      history: async (known): Promise<History> => {
        const all = await markets()
        const held = await signed('spot', { path: '/api/v3/account', schema: account, weight: 20, query: { omitZeroBalances: 'true' } })
        const earlier = textIn(known.cursors[SNAPSHOTS], 'assets').split(',')
        const coins = new Set(
          [...held.balances.map(({ asset }) => asset), ...earlier].flatMap((asset) => [asset, asset.replace(/^LD/, '')]),
        )
        const ofCoins = [...all].filter(([, { base }]) => coins.has(base)).map(([symbol]) => symbol)
        const ofJournal = known.spotSymbols.map((symbol) => symbol.replace('-', ''))
        const spot = [...new Set([...ofCoins, ...ofJournal])].toSorted().map((symbol) => SPOT + symbol)
        const futures = await futuresParts(known)
        const covers = [
          `Spot: ${countOf(spot.length, 'market')} of the coins that you hold, held in the last 30 days or have in your journal. Binance has no list of all trades: for other coins, import a file once, and their new trades are read from then on.`,
          futures === undefined
            ? 'Futures: Binance does not open them to this key, so none are read.'
            : 'Futures margined in USDT or USDC: markets of the last three months and of your journal, back to six months; funding and the fees of liquidations of the last three months. Earlier trades and coin-margined contracts need a file.',
        ]
        return { parts: [SNAPSHOTS, ...(futures ?? []), ...spot], covers }
      },

      page: async (part, cursor): Promise<HistoryPage> => {
        if (part === SNAPSHOTS) return snapshotPage(cursor)
        if (part === FUTURES_MARKETS) return marketsPage(cursor)
        if (part === FUTURES_FUNDING) return paymentsPage(cursor, 'FUNDING_FEE')
        if (part === FUTURES_LIQUIDATIONS) return paymentsPage(cursor, 'INSURANCE_CLEAR')
        return part.startsWith(SPOT) ? spotPage(part.slice(SPOT.length), cursor) : futuresPage(part.slice(FUTURES.length), cursor)
      },
    }

    /** Undefined: this key has no access to futures, as where the account has none. */
    async function futuresParts({ cursors, symbols }: Known): Promise<readonly string[] | undefined> {
      try {
        const open = await signed('futures', { path: '/fapi/v3/positionRisk', schema: positions, weight: 5 })
        const traded = textIn(cursors[FUTURES_MARKETS], 'symbols').split(',')
        const all = new Set([...open.map(({ symbol }) => symbol), ...traded, ...symbols.filter((symbol) => !isInverse('Binance', symbol))])
        const named = [...all].filter((symbol) => symbol !== '').toSorted()
        return [FUTURES_MARKETS, FUTURES_FUNDING, FUTURES_LIQUIDATIONS, ...named.map((symbol) => FUTURES + symbol)]
      } catch (error) {
        if (error instanceof KeyRefusal) return undefined
        throw error
      }
    }

    /** Coins of the daily snapshots of the last month, which has those that were sold since. Its request is expensive: once a day. */
    async function snapshotPage(cursor: StoredCursor | undefined): Promise<HistoryPage> {
      if (numberIn(cursor, 'at', 0) > now() - SNAPSHOTS_MS) return { ...nothing, keys: binanceSpot.id, cursor: cursor ?? {} }
      const query = { type: 'SPOT', limit: whole(30) }
      const { snapshotVos } = await signed('spot', { path: '/sapi/v1/accountSnapshot', schema: snapshots, weight: 2_400, query })
      const assets = new Set(snapshotVos.flatMap(({ data }) => (data.balances ?? []).map(({ asset }) => asset)))
      return { ...nothing, keys: binanceSpot.id, cursor: { at: now(), assets: [...assets].join(',') } }
    }

    /** Spot trades of a market from its first one on, by trade number. */
    async function spotPage(symbol: string, cursor: StoredCursor | undefined): Promise<HistoryPage> {
      const id = numberIn(cursor, 'id', 0)
      if (id === 0 && numberIn(cursor, 'at', 0) > now() - EMPTY_MS) return { ...nothing, keys: binanceSpot.id, cursor: cursor ?? {} }
      const rows = await spotRows(symbol, id)
      const market = (await markets()).get(symbol)
      const last = rows.at(-1)
      const next = { id: last === undefined ? id : last.id + 1, at: now() }
      const isDone = rows.length < MOST_ROWS
      return { ...entriesOf(rows, (row) => spotEntry(row, market)), keys: binanceSpot.id, cursor: next, isDone, share: isDone ? 1 : 0.5 }
    }

    async function spotRows(symbol: string, fromId: number): Promise<SpotTrade[]> {
      try {
        const query = { symbol, fromId: whole(fromId), limit: whole(MOST_ROWS) }
        return await signed('spot', { path: '/api/v3/myTrades', schema: spotTrades, weight: 20, query })
      } catch (error) {
        // A market of the journal that Binance does not list.
        if (error instanceof UpstreamError && error.code === NO_SYMBOL) return []
        throw error
      }
    }

    /** Futures trades of a market in windows of a week; a full page continues at its last time, or number where all are of one time. */
    async function futuresPage(symbol: string, cursor: StoredCursor | undefined): Promise<HistoryPage> {
      // Read once: the clock advances during the request, and the last window must still be the last one.
      const at = now()
      const since = at - TRADES_MS + MINUTE_MS
      const from = Math.max(numberIn(cursor, 'from', 0), since)
      const id = numberIn(cursor, 'id', 0)
      const to = Math.min(from + WINDOW_MS - 1, at)
      const range: Query = id > 0 ? { fromId: whole(id) } : { startTime: whole(from), endTime: whole(to) }
      const rows = await futuresRows(symbol, range)
      const page = { ...entriesOf(rows, futuresEntry), keys: binanceFutures.id, share: shareOf(from, { since, now: at }) }
      const last = rows.at(-1)
      if (rows.length >= MOST_ROWS && last !== undefined) {
        const isStuck = id > 0 || last.time === from
        return { ...page, cursor: isStuck ? { from: last.time, id: last.id + 1 } : { from: last.time }, isDone: false }
      }
      const isDone = id > 0 || to === at
      return { ...page, cursor: { from: isDone ? at - OVERLAP_MS : to + 1 }, isDone }
    }

    async function futuresRows(symbol: string, range: Query): Promise<FuturesTrade[]> {
      try {
        const query = { symbol, ...range, limit: whole(MOST_ROWS) }
        return await signed('futures', { path: '/fapi/v1/userTrades', schema: futuresTrades, weight: 5, query })
      } catch (error) {
        if (error instanceof UpstreamError && error.code === NO_SYMBOL) return []
        throw error
      }
    }

    /** Funding, or the fees of liquidations. */
    async function paymentsPage(cursor: StoredCursor | undefined, type: 'FUNDING_FEE' | 'INSURANCE_CLEAR'): Promise<HistoryPage> {
      const { rows, ...page } = await incomePage(cursor, type)
      const read = entriesOf(rows, ({ symbol, time, income: paid, tranId }): ImportedFunding | undefined => {
        const amount = microOf(decimalOf(paid, 'income'))
        const payment = { kind: 'funding', at: time, symbol: symbolOf(symbol), amount, tradeId: String(tranId) } as const
        if (type === 'FUNDING_FEE') return payment
        return amount === 0n ? undefined : { ...payment, of: 'liquidation' }
      })
      return { ...page, ...read, keys: binanceTransactions.id }
    }

    /** Markets in which a fee was paid. */
    async function marketsPage(cursor: StoredCursor | undefined): Promise<HistoryPage> {
      const { rows, ...page } = await incomePage(cursor, 'COMMISSION')
      const symbols = new Set([...textIn(cursor, 'symbols').split(','), ...rows.map(({ symbol }) => symbol)])
      const named = [...symbols].filter((symbol) => symbol !== '')
      return { ...page, ...nothingRead, keys: binanceFutures.id, cursor: { ...page.cursor, symbols: named.join(',') } }
    }

    async function incomePage(cursor: StoredCursor | undefined, type: string) {
      const since = now() - INCOME_MS
      const from = Math.max(numberIn(cursor, 'from', 0), since)
      const to = now()
      const rows = await incomeBetween(from, to, type)
      const share = shareOf(from, { since, now: to })
      const last = rows.at(-1)
      if (rows.length < MOST_ROWS || last === undefined) return { rows, cursor: { from: to - OVERLAP_MS }, isDone: true, share: 1 }
      // Binance cannot continue within one time.
      return { rows, cursor: { from: last.time === from ? from + 1 : last.time }, isDone: false, share }
    }
  }
}

type Signed<T> = { readonly path: string; readonly schema: z.ZodMiniType<T>; readonly weight: number; readonly query?: Query }

const nothingRead = { entries: [], problems: [] }
const nothing = { ...nothingRead, isDone: true, share: 1 }

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
const shareOf = (from: number, { since, now }: { readonly since: number; readonly now: number }): number =>
  now <= since ? 1 : Math.min(1, Math.max(0, (from - since) / (now - since)))

const spotEntry = ({ symbol, id, price, qty, commission, commissionAsset, time, isBuyer }: SpotTrade, market: Market | undefined) =>
  fillOf({
    at: time,
    symbol: market === undefined ? symbol : symbolOfPair(symbol, market.base),
    side: isBuyer ? 'buy' : 'sell',
    price: decimalOf(price, 'price'),
    size: decimalOf(qty, 'qty'),
    fee: decimalOf(commission, 'commission'),
    feeCoin: commissionAsset,
    isSpot: true,
    tradeId: String(id),
  })

function futuresEntry({ symbol, id, side, price, qty, realizedPnl, commission, commissionAsset, positionSide, time }: FuturesTrade) {
  if (isInverse('Binance', symbol)) return undefined
  const realized = decimalOf(realizedPnl, 'realizedPnl')
  return fillOf({
    at: time,
    symbol,
    side,
    price: decimalOf(price, 'price'),
    size: decimalOf(qty, 'qty'),
    fee: decimalOf(commission, 'commission'),
    feeCoin: commissionAsset,
    closes: realized === 0n ? undefined : 'some',
    position: positionOf(positionSide),
    realized,
    tradeId: String(id),
  })
}

const NO_SYMBOL = -1121
/** Source: Binance, error codes of the spot and futures APIs. */
const REJECTED_KEY: ReadonlySet<number> = new Set([-2014, -2015, -1022, -1002])
const WRONG_TIME = -1021

function refusalOf({ status, body }: HttpAnswer): Error | undefined {
  const parsed = z.safeParse(refusal, body)
  if (!parsed.success || parsed.data.code >= 0 || status === 429 || status === 418 || status >= 500) return undefined
  const { code } = parsed.data
  if (REJECTED_KEY.has(code))
    return new KeyRefusal(
      'rejected',
      'Binance does not accept this key. Check key and secret, and that the key is not limited to other IP addresses.',
    )
  if (code === WRONG_TIME) return new UpstreamError('down', 'does not accept the time of this server', { code })
  return new UpstreamError('refused', `refused the request (${code})`, { code })
}
