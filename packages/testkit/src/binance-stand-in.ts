import { type HttpStandIn, httpStandIn, type SeenRequest } from './http-stand-in.ts'
import { type SocketStandIn, type StandInClient, socketStandIn } from './socket-stand-in.ts'
import type { VenueCandle } from './trading-venue.ts'

/** Listed pair. `price`: as reported by REST; it trades only with status TRADING. */
export type BinancePair = { readonly base: string; readonly quote: string; readonly status?: string; readonly price: number }
type Depth = { lastUpdateId: number; bids: [string, string][]; asks: [string, string][] }

/** Mock of Binance spot with fault injection. */
export type BinanceStandIn = {
  readonly http: HttpStandIn
  readonly sockets: SocketStandIn
  readonly restUrl: string
  readonly wsUrl: string
  readonly depth: Map<string, Depth>
  skewMs: number
  /** Missing candles: `(openMs) => true` for a gap. */
  hole: (openMs: number) => boolean
  /** Current candle of a pair; by default it encodes its open time. Undefined: none. */
  candle: (pair: string, openMs: number, stepMs: number) => VenueCandle | undefined
  spoil: (row: readonly unknown[]) => unknown
  prices(prices: Readonly<Record<string, number | string | null>>, stamp?: number): void
  kline(
    pair: string,
    interval: '1m' | '1h',
    openMs: number,
    update: { close: number; isClosed: boolean; stamp?: number; volume?: number; lastTrade?: number; candle?: VenueCandle },
  ): void
  diff(pair: string, ids: readonly [first: number, last: number], bids: [string, string][], asks: [string, string][]): void
  readonly trades: Map<string, BinanceTrade[]>
  trade(pair: string, trade: BinanceTrade): void
  close(): Promise<void>
}

/** `m`: the buyer was the maker; `l`: last trade id in the aggregate, by default the aggregate's own. */
export type BinanceTrade = {
  readonly a: number
  readonly p: string
  readonly q: string
  readonly T: number
  readonly m: boolean
  readonly l?: number
}

const STEP_MS = { '1m': 60_000, '1h': 3_600_000 } as const

/** Close of its candles: distinct per candle. */
export const standInClose = (openMs: number): number => 100 + (Math.floor(openMs / 60_000) % 50)

/** Mock of Binance spot, REST and streams on one port; streams send only what the test emits. */
export async function binanceStandIn(pairs: readonly BinancePair[], now: () => number): Promise<BinanceStandIn> {
  const http = await httpStandIn((request) => answer(request))
  const sockets = socketStandIn(http.server, { received: acknowledge })
  const emit = (stream: string, data: unknown) => {
    for (const client of sockets.open()) if (listens(client, stream)) client.send({ stream, data })
  }
  const standIn: BinanceStandIn = {
    http,
    sockets,
    restUrl: http.url,
    wsUrl: http.url.replace('http', 'ws'),
    depth: new Map(),
    skewMs: 0,
    hole: () => false,
    candle: (_pair, openMs) => {
      const price = String(standInClose(openMs))
      return { open: price, high: price, low: price, close: price, volume: '5' }
    },
    spoil: (row) => row,
    prices: (prices, stamp = now() + standIn.skewMs) =>
      emit(
        '!miniTicker@arr',
        Object.entries(prices).map(([pair, price]) => miniTicker(pair, price, stamp)),
      ),
    kline: (pair, interval, openMs, update) =>
      emit(`${pair.toLowerCase()}@kline_${interval}`, klineEvent(pair, interval, openMs, { stamp: now() + standIn.skewMs, ...update })),
    diff: (pair, [U, u], b, a) =>
      emit(`${pair.toLowerCase()}@depth@100ms`, { e: 'depthUpdate', E: now() + standIn.skewMs, s: pair, U, u, b, a }),
    trades: new Map(),
    trade: (pair, trade) =>
      emit(`${pair.toLowerCase()}@aggTrade`, { e: 'aggTrade', E: now() + standIn.skewMs, s: pair, f: 1, l: trade.a, ...trade }),
    close: async () => {
      sockets.close()
      await http.close()
    },
  }
  const answer = ({ path, query }: SeenRequest): { status?: number; body: unknown } | undefined => {
    const venueNow = now() + standIn.skewMs
    switch (path) {
      case '/api/v3/time':
        return { body: { serverTime: venueNow } }
      case '/api/v3/exchangeInfo':
        return { body: { symbols: pairs.map(listed) } }
      case '/api/v3/ticker/24hr':
        return {
          body: pairs
            .filter((pair) => query.symbols?.includes(`"${name(pair)}"`))
            .map((pair) => ({ symbol: name(pair), lastPrice: String(pair.price), closeTime: venueNow })),
        }
      case '/api/v3/klines':
        return klines(query, { pairs, venueNow, hole: standIn.hole, candle: standIn.candle, spoil: standIn.spoil })
      case '/api/v3/depth':
        return { body: standIn.depth.get(query.symbol ?? '') ?? { lastUpdateId: 1, bids: [], asks: [] } }
      case '/api/v3/aggTrades':
        return { body: standIn.trades.get(query.symbol ?? '') ?? [] }
      default:
        return undefined
    }
  }
  return standIn
}

const miniTicker = (s: string, price: number | string | null, E: number) => {
  const c = price === null ? null : String(price)
  return { e: '24hrMiniTicker', E, s, c, o: '1', h: '1', l: '1', v: '1', q: '1' }
}

function klineEvent(
  s: string,
  i: '1m' | '1h',
  t: number,
  update: { close: number; isClosed: boolean; stamp: number; volume?: number; lastTrade?: number; candle?: VenueCandle },
) {
  const price = String(update.close)
  const { open, high, low, close, volume } = update.candle ?? {
    open: price,
    high: price,
    low: price,
    close: price,
    volume: String(update.volume ?? 5),
  }
  const k = {
    t,
    T: t + STEP_MS[i] - 1,
    s,
    i,
    o: open,
    h: high,
    l: low,
    c: close,
    v: volume,
    x: update.isClosed,
    L: update.lastTrade,
  }
  return { e: 'kline', E: update.stamp, s, k }
}

const name = ({ base, quote }: BinancePair): string => `${base}${quote}`
const listed = (pair: BinancePair) => ({
  symbol: name(pair),
  status: pair.status ?? 'TRADING',
  baseAsset: pair.base,
  quoteAsset: pair.quote,
  isSpotTradingAllowed: true,
  filters: [
    { filterType: 'PRICE_FILTER', minPrice: '0.01000000', maxPrice: '1000000.00000000', tickSize: '0.01000000' },
    { filterType: 'LOT_SIZE', minQty: '0.00001000', maxQty: '9000.00000000', stepSize: '0.00001000' },
    { filterType: 'NOTIONAL', minNotional: '5.00000000', applyMinToMarket: true },
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: 200 },
  ],
})

const WHOLE_PARAMETERS = ['startTime', 'endTime', 'limit'] as const

function klines(
  query: Readonly<Record<string, string>>,
  {
    pairs,
    venueNow,
    hole,
    candle,
    spoil,
  }: {
    readonly pairs: readonly BinancePair[]
    readonly venueNow: number
    readonly hole: (openMs: number) => boolean
    readonly candle: BinanceStandIn['candle']
    readonly spoil: (row: readonly unknown[]) => unknown
  },
): { status?: number; body: unknown } {
  if (!pairs.some((pair) => name(pair) === query.symbol)) return { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } }
  const illegal = WHOLE_PARAMETERS.find((name) => query[name] !== undefined && !/^\d{1,20}$/.test(query[name]))
  if (illegal !== undefined) return { status: 400, body: { code: -1100, msg: `Illegal characters found in parameter '${illegal}'.` } }
  const step = query.interval === '1h' ? STEP_MS['1h'] : STEP_MS['1m']
  const end = Math.min(Number(query.endTime), venueNow)
  const rows: unknown[] = []
  for (let open = Math.ceil(Number(query.startTime) / step) * step; open <= end && rows.length < Number(query.limit ?? 500); open += step) {
    const made = hole(open) ? undefined : candle(query.symbol ?? '', open, step)
    if (made !== undefined)
      rows.push(spoil([open, made.open, made.high, made.low, made.close, made.volume, open + step - 1, '500', 3, '1', '1', '0']))
  }
  return { body: rows }
}

/** Streams a client receives: from the URL, plus later subscriptions and unsubscriptions. */
function listens(client: StandInClient, stream: string): boolean {
  const query = new URL(client.path, 'http://stand-in').searchParams.get('streams') ?? ''
  const wanted = new Set(query.split('/'))
  for (const text of client.messages) {
    const { method, params }: { method: string; params: string[] } = JSON.parse(text)
    for (const param of params) {
      if (method === 'SUBSCRIBE') wanted.add(param)
      else wanted.delete(param)
    }
  }
  return wanted.has(stream)
}

function acknowledge(client: StandInClient, text: string): void {
  const { id }: { id: number } = JSON.parse(text)
  client.send({ result: null, id })
}
