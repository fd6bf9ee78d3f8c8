import type { PastFill, PastMarket } from '@aerie/copy/simulate'
import type { Candle } from '@aerie/core/market/candle'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { MarketService } from '../../market/index.ts'
import type { ActiveTrading } from '../../trading/index.ts'

type Deps = { readonly market: Pick<MarketService, 'candles'>; readonly followed: ActiveTrading['followed'] }
type Span = { readonly from: number; readonly until: number; readonly latencyMs: number }

const MOST_COINS = 20
/** Per simulation, newest first; earlier times use hours. */
const MOST_MINUTES = 60_000
const NEAR_MINUTES = 720
const MINUTE_S = MINUTE_MS / SECOND_MS

export async function pastMarkets(deps: Deps, fills: readonly PastFill[], span: Span): Promise<Map<string, PastMarket>> {
  const instants = instantsOf(fills, span.latencyMs)
  const symbols = [...instants].toSorted(([, a], [, b]) => b.length - a.length).slice(0, MOST_COINS)
  const markets = new Map<string, PastMarket>()
  let left = MOST_MINUTES
  for (const [symbol, at] of symbols) {
    const instrument = deps.followed.instrument(symbol)
    if (instrument === undefined) continue
    const minute = await minutesOf(deps, symbol, { at: [...at, span.until], most: left })
    left -= minute.length
    const { lot, minNotional, fees } = instrument
    markets.set(symbol, { lot, minNotional, takerFee: fees.taker, candles: { minute, hour: await hoursOf(deps, symbol, span) } })
  }
  return markets
}

/** Instants needing a price per coin: each of its fills, and each fill while it was held. */
function instantsOf(fills: readonly PastFill[], latencyMs: number): Map<string, number[]> {
  const instants = new Map<string, number[]>()
  const seen = new Set<string>()
  for (const { symbol, open, at } of fills) {
    seen.add(symbol)
    // A follower may still hold what the leader has closed.
    for (const one of new Set([...seen, ...open.keys()])) {
      const known = instants.get(one) ?? []
      instants.set(one, known)
      known.push(at, at + latencyMs)
    }
  }
  return instants
}

const hoursOf = ({ market }: Deps, symbol: string, { from }: Span): Promise<Candle[]> => {
  const first = Math.floor((from - DAY_MS) / SECOND_MS)
  return market.candles({ symbol, interval: '1h', from: first, to: undefined, limit: 92 * (DAY_MS / HOUR_MS) })
}

type Wanted = { readonly at: readonly number[]; readonly most: number }

async function minutesOf({ market }: Deps, symbol: string, { at, most }: Wanted): Promise<Candle[]> {
  const parts: Candle[][] = []
  let left = most
  for (const { first, last } of spansOf(at).toReversed()) {
    const minutes = last - first + 1
    if (minutes > left) break
    left -= minutes
    const [from, to] = [first * MINUTE_S, (last + 1) * MINUTE_S]
    parts.push(await market.candles({ symbol, interval: '1m', from, to, limit: minutes }))
  }
  return parts.toReversed().flat()
}

function spansOf(at: readonly number[]): { first: number; last: number }[] {
  const spans: { first: number; last: number }[] = []
  for (const minute of at.map((one) => Math.floor(one / MINUTE_MS)).toSorted((a, b) => a - b)) {
    const open = spans.at(-1)
    if (open !== undefined && minute - open.last <= NEAR_MINUTES) open.last = minute
    else spans.push({ first: minute, last: minute })
  }
  return spans
}
