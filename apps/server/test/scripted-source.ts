import type { Candle } from '@aerie/core/market/candle'
import { type EpochMs, epochMs } from '@aerie/core/time'
import type {
  BaseInterval,
  FollowedBook,
  HistoryRequest,
  Listing,
  MarketFollower,
  MarketListener,
  MarketSource,
  MarketTick,
  MarketTrade,
  OrderBook,
} from '@aerie/market/market-source'

export const T0 = Date.UTC(2026, 0, 15, 12, 0, 0)

type Script = {
  readonly kind?: MarketSource['kind']
  readonly id?: string
  readonly history?: (request: HistoryRequest) => Candle[] | Promise<Candle[]>
  readonly book?: (symbol: string) => Promise<OrderBook | undefined>
  readonly trades?: (symbol: string) => readonly MarketTrade[]
  readonly start?: () => Promise<void>
  readonly rules?: MarketSource['rules']
  readonly firstBook?: (symbol: string) => FollowedBook | undefined
}

export function scriptedSource({ kind = 'sim', id = 'sim:test', history, book, trades, start, rules, firstBook }: Script = {}) {
  let now = T0
  let listener: MarketListener | undefined
  const asked: HistoryRequest[] = []
  const followers = new Map<string, Set<MarketFollower>>()
  const source: MarketSource = {
    kind,
    id,
    staleAfterMs: 10_000,
    now: (): EpochMs => epochMs(now),
    speed: () => 1,
    start: async (to) => {
      await start?.()
      listener = to
      to.state({ state: 'running', detail: 'A market of this test.' })
    },
    stop: async () => {
      listener = undefined
    },
    history: async (request) => {
      asked.push(request)
      return (await history?.(request)) ?? []
    },
    book: async (symbol) => book?.(symbol),
    trades: (symbol) => trades?.(symbol) ?? [],
    ...(rules && {
      rules,
      follow: (symbol, follower) => {
        followers.set(symbol, (followers.get(symbol) ?? new Set()).add(follower))
        const first = firstBook?.(symbol)
        if (first !== undefined) follower.book(first)
        return () => void followers.get(symbol)?.delete(follower)
      },
    }),
  }
  return {
    source,
    asked,
    followers: (symbol: string): readonly MarketFollower[] => [...(followers.get(symbol) ?? [])],
    setNow: (ms: number): void => {
      now = ms
    },
    emit: (): MarketListener => {
      if (listener === undefined) throw new Error('the source has not been started')
      return listener
    },
  }
}

export const tickOf = (symbol: string, price: number, asOf = T0): MarketTick => ({
  symbol,
  price,
  asOf: epochMs(asOf),
  venue: 'sim',
  quote: 'USD',
})

export const listingOf = (symbol: string, more: Partial<Listing> = {}): Listing => ({
  symbol,
  name: `${symbol} coin`,
  marketCap: null,
  volume24h: 'candles',
  circulatingSupply: 1_000,
  totalSupply: 2_000,
  closes: { '1h': null, '24h': null, '7d': null },
  price: null,
  quote: 'USD',
  asOf: epochMs(T0),
  ...more,
})

/** A candle with distinct open, high, low and close. */
export const candleAt = (time: number, close: number, volume = 1): Candle => ({
  time,
  open: close,
  high: close + 1,
  low: close - 1,
  close,
  volume,
})

const STEP: Readonly<Record<BaseInterval, number>> = { '1m': 60, '1h': 3600 }

/** Every closed candle in a request's span; the close is `priceOf(open time)`. */
export const candlesOf = ({ interval, from, to }: HistoryRequest, priceOf: (time: number) => number): Candle[] => {
  const step = STEP[interval]
  const candles: Candle[] = []
  for (let time = Math.ceil(from / 1000 / step) * step; (time + step) * 1000 <= to; time += step)
    candles.push(candleAt(time, priceOf(time)))
  return candles
}
