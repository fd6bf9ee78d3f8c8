import { type HttpStandIn, httpStandIn } from './http-stand-in.ts'

/** Row of `/coins/markets`; tests may set any field to null or garbage. */
export type CoingeckoRow = { readonly id: string; readonly [field: string]: unknown }

/** Plausible row of `/coins/markets`. `id`: CoinGecko id; `price`: USD; `now`: epoch milliseconds. */
export const coingeckoRow = (id: string, price: number, now: number): CoingeckoRow => ({
  id,
  symbol: id.slice(0, 4),
  name: id,
  image: 'https://stand-in.invalid/image.png',
  current_price: price,
  market_cap: price * 1_000_000,
  market_cap_rank: 1,
  fully_diluted_valuation: null,
  total_volume: price * 10_000,
  high_24h: price * 1.02,
  low_24h: price * 0.97,
  price_change_24h: price * 0.01,
  price_change_percentage_24h: 1,
  circulating_supply: 1_000_000,
  total_supply: 2_000_000,
  max_supply: null,
  roi: null,
  last_updated: new Date(now).toISOString(),
  price_change_percentage_1h_in_currency: 0.5,
  price_change_percentage_24h_in_currency: 1,
  price_change_percentage_7d_in_currency: -20,
})

/** Mock of CoinGecko; `rows` may be replaced at any time. */
export type CoingeckoStandIn = HttpStandIn & { rows: CoingeckoRow[] }

/** Mock of CoinGecko v3: `/api/v3/coins/markets` and `/api/v3/ping`, with the faults of {@link HttpStandIn}. */
export async function coingeckoStandIn(rows: readonly CoingeckoRow[]): Promise<CoingeckoStandIn> {
  let served = [...rows]
  const standIn = await httpStandIn(({ path, query }) => {
    if (path === '/api/v3/ping') return { body: { gecko_says: '(V3) To the Moon!' } }
    if (path !== '/api/v3/coins/markets') return undefined
    if (query.vs_currency === undefined) return { status: 422, body: { error: 'Missing parameter vs_currency' } }
    const ids = query.ids?.split(',')
    return { body: served.filter((row) => ids === undefined || ids.includes(row.id)) }
  })
  return Object.defineProperty(standIn, 'rows', {
    get: () => served,
    set: (next: CoingeckoRow[]) => {
      served = next
    },
  }) as CoingeckoStandIn
}
