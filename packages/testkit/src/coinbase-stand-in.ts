import { type HttpStandIn, httpStandIn, type SeenRequest } from './http-stand-in.ts'
import { type SocketStandIn, type StandInClient, socketStandIn } from './socket-stand-in.ts'
import type { VenueCandle } from './trading-venue.ts'

/** Listed product; it trades only with status `online`. */
export type CoinbaseProduct = { readonly base: string; readonly quote: string; readonly status?: string; readonly price: number }

/** Mock of Coinbase Exchange with fault injection. */
export type CoinbaseStandIn = {
  readonly http: HttpStandIn
  readonly sockets: SocketStandIn
  readonly restUrl: string
  readonly wsUrl: string
  skewMs: number
  /** Channels it rejects, as `level2` and `full` require a login. */
  readonly refused: Set<string>
  hole: (openMs: number) => boolean
  /** Current candle of a product, default `standInCandle`. Undefined: none. */
  candle: ((product: string, openMs: number, stepMs: number) => VenueCandle | undefined) | undefined
  readonly books: Map<string, { bids: [string, string][]; asks: [string, string][] }>
  spoil: (row: readonly unknown[]) => unknown
  ticker(product: string, price: number | string | null, tradeId: number, stamp?: number): void
  match(product: string, trade: { id: number; price: number; size?: number; stamp?: number }, type?: 'match' | 'last_match'): void
  heartbeat(product: string, lastTradeId: number): void
  snapshot(product: string, bids: [string, string][], asks: [string, string][]): void
  update(product: string, changes: ['buy' | 'sell', string, string][]): void
  close(): Promise<void>
}

const MINUTE_MS = 60_000
/** REST candle of an open time: `[time, low, high, open, close, volume]`. */
export const standInCandle = (openMs: number): [number, number, number, number, number, number] => {
  const base = 200 + (Math.floor(openMs / MINUTE_MS) % 50)
  return [openMs / 1000, base - 2, base + 2, base - 1, base + 1, 7]
}

/** Mock of Coinbase Exchange, REST and feed on one port; the feed sends only what the test emits. */
export async function coinbaseStandIn(products: readonly CoinbaseProduct[], now: () => number): Promise<CoinbaseStandIn> {
  const http = await httpStandIn((request) => answer(request, products, { ...standIn, venueNow: now() + standIn.skewMs }))
  const sockets = socketStandIn(http.server, { received: (client, text) => acknowledge(client, text, standIn.refused) })
  const iso = (stamp?: number) => new Date(stamp ?? now() + standIn.skewMs).toISOString().replace('Z', '123Z')
  const emit = (channel: string, message: { product_id: string; [field: string]: unknown }) => {
    for (const client of sockets.open()) if (listens(client, channel, message.product_id)) client.send(message)
  }
  const standIn: CoinbaseStandIn = {
    http,
    sockets,
    restUrl: http.url,
    wsUrl: http.url.replace('http', 'ws'),
    skewMs: 0,
    refused: new Set(),
    hole: () => false,
    candle: undefined,
    books: new Map(),
    spoil: (row) => row,
    ticker: (product_id, price, trade_id, stamp) =>
      emit('ticker', {
        type: 'ticker',
        sequence: trade_id * 10,
        product_id,
        price: price === null ? null : String(price),
        side: 'buy',
        time: iso(stamp),
        trade_id,
        last_size: '1',
      }),
    match: (product_id, { id, price, size = 1, stamp }, type = 'match') =>
      emit('matches', {
        type,
        trade_id: id,
        maker_order_id: 'm',
        taker_order_id: 't',
        side: 'sell',
        size: String(size),
        price: String(price),
        product_id,
        sequence: id * 10,
        time: iso(stamp),
      }),
    heartbeat: (product_id, last_trade_id) => emit('heartbeat', { type: 'heartbeat', last_trade_id, product_id, sequence: 1, time: iso() }),
    snapshot: (product_id, bids, asks) => emit('level2_batch', { type: 'snapshot', product_id, bids, asks }),
    update: (product_id, changes) => emit('level2_batch', { type: 'l2update', product_id, changes, time: iso() }),
    close: async () => {
      sockets.close()
      await http.close()
    },
  }
  return standIn
}

function answer(
  { path, query }: SeenRequest,
  products: readonly CoinbaseProduct[],
  { venueNow, ...faults }: { readonly venueNow: number } & Pick<CoinbaseStandIn, 'hole' | 'candle' | 'books' | 'spoil'>,
): { status?: number; body: unknown } | undefined {
  if (path === '/time') return { body: { iso: new Date(venueNow).toISOString(), epoch: venueNow / 1000 } }
  if (path === '/products') return { body: products.map(listed) }
  const product = products.find(({ base, quote }) => path.startsWith(`/products/${base}-${quote}/`))
  if (product === undefined) return { status: 404, body: { message: 'NotFound' } }
  if (path.endsWith('/candles')) return candles(`${product.base}-${product.quote}`, query, faults)
  if (path.endsWith('/book')) {
    const usual = { bids: [[String(product.price - 1), '1', 3]], asks: [[String(product.price + 1), '2', 1]] }
    return { body: { ...(faults.books.get(`${product.base}-${product.quote}`) ?? usual), sequence: 1 } }
  }
  return undefined
}

const listed = ({ base, quote, status = 'online' }: CoinbaseProduct) => ({
  id: `${base}-${quote}`,
  base_currency: base,
  quote_currency: quote,
  status,
  trading_disabled: false,
  quote_increment: '0.01',
  base_increment: '0.00000001',
  min_market_funds: '1',
})

const rowOf = (openMs: number, made: VenueCandle | undefined): readonly number[] | undefined =>
  made && [openMs / 1000, ...[made.low, made.high, made.open, made.close, made.volume].map(Number)]

/** Newest first, at most 300, both ends inclusive. */
function candles(
  product: string,
  { start = '', end = '', granularity = '60' }: Readonly<Record<string, string>>,
  { hole, candle, spoil }: Pick<CoinbaseStandIn, 'hole' | 'candle' | 'spoil'>,
): { status?: number; body: unknown } {
  const step = Number(granularity) * 1000
  const [from, to] = [Date.parse(start), Date.parse(end)]
  if ((to - from) / step > 300) return { status: 400, body: { message: 'granularity too small for the requested time range' } }
  const rows: unknown[] = []
  for (let open = Math.floor(to / step) * step; open >= from; open -= step) {
    const row = candle === undefined ? standInCandle(open) : rowOf(open, candle(product, open, step))
    if (row !== undefined && !hole(open)) rows.push(spoil(row))
  }
  return { body: rows }
}

type SubscriptionMessage = { readonly type: string; readonly product_ids: string[]; readonly channels: string[] }
const subscriptionMessages = (client: StandInClient): SubscriptionMessage[] =>
  client.messages.map((text): SubscriptionMessage => JSON.parse(text))

function listens(client: StandInClient, channel: string, product: string): boolean {
  let isWanted = false
  for (const { type, product_ids, channels } of subscriptionMessages(client)) {
    const isNamed = channels.includes(channel) || (channel === 'ticker' && channels.includes('ticker_batch'))
    if (isNamed && product_ids.includes(product)) isWanted = type === 'subscribe'
  }
  return isWanted
}

function acknowledge(client: StandInClient, text: string, refused: ReadonlySet<string>): void {
  const { product_ids, channels }: SubscriptionMessage = JSON.parse(text)
  const no = channels.find((channel) => refused.has(channel))
  if (no !== undefined) client.send({ type: 'error', message: 'Failed to subscribe', reason: `${no} is not a valid channel` })
  else
    client.send({
      type: 'subscriptions',
      channels: channels.map((channel) => ({ name: channel.replace('level2_batch', 'level2_50'), product_ids, account_ids: null })),
    })
}
