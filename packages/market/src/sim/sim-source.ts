import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Candle, INTERVAL_MS } from '@aerie/core/market/candle'
import { floatAt } from '@aerie/core/numbers/float-at'
import { type Clock, type EpochMs, epochMs, HOUR_MS, MINUTE_MS, steadyClock } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { beatFollowers } from '../follow-beat.ts'
import {
  type ClosedCandle,
  type HistoryRequest,
  type Listing,
  type MarketListener,
  type MarketSource,
  MarketSourceError,
  type MarketTick,
} from '../market-source.ts'
import { GENESIS_MS, type SimCoin, simMarket } from './sim-market.ts'

/** Settings of the simulation; `seed` decides the whole market, `clock` where in it we are. A clock that is set back does not set the market back. */
export type SimSettings = { readonly seed: string | number; readonly clock: Clock }

const BEAT_MS = 250
/** A beat that comes later than this tells only the present; the candles tell the rest. */
const PAUSE_MS = 10_000
const STALE_AFTER_MS = 15_000
/** After a pause (a laptop that slept) missed candles are made up a few minutes a beat, so that no beat is long. */
const MINUTES_A_BEAT = 10
/** Hours of a history request made before other work gets its turn. */
const HOURS_A_TURN = 500

/**
 * A market that behaves like one: correlated coins, volatility that clusters, seasons, jumps, spreads and depth. The
 * same seed and clock give the same market to the last digit, whenever it was started. Ticks, minute candles and
 * hourly candles agree with each other exactly.
 *
 * @throws never; history rejects with code `aborted` only
 */
export function simSource({ seed, clock: machine }: SimSettings): MarketSource {
  const clock = steadyClock(machine)
  const coins = simMarket(String(seed))
  const bySymbol: ReadonlyMap<string, SimCoin> = new Map(coins.map((coin) => [coin.symbol, coin]))
  const followers = beatFollowers({
    book: (symbol, at) => bySymbol.get(symbol)?.book(at),
    trades: (symbol, after, until) => bySymbol.get(symbol)?.tradesBetween(after, until) ?? [],
  })
  let stopBeating = (): void => undefined
  return {
    kind: 'sim',
    id: `sim:${seed}`,
    now: clock.now,
    speed: () => 1,
    staleAfterMs: STALE_AFTER_MS,
    start: async (listener) => {
      const beat = simBeat(coins, clock.now(), listener)
      listener.listings(coins.map((coin) => listingOf(coin, clock.now())))
      listener.ticks(coins.map((coin) => ({ ...tickFacts(coin), ...coin.lastTick(clock.now()) })))
      listener.state({ state: 'running', detail: `Simulated market (seed ${seed}): invented prices, not real ones.` })
      stopBeating = every(BEAT_MS, () => {
        beat(clock.now())
        followers.beat(clock.now())
      })
    },
    stop: async () => stopBeating(),
    history: async (request, signal) => {
      const coin = bySymbol.get(request.symbol)
      return coin === undefined ? [] : await closedCandles(coin, request, clock.now(), signal)
    },
    book: async (symbol) => bySymbol.get(symbol)?.book(clock.now()),
    trades: (symbol) => bySymbol.get(symbol)?.trades(clock.now()) ?? [],
    follow: (symbol, follower) => {
      if (bySymbol.get(symbol)?.rules === undefined) throw new MarketSourceError('cannot-follow', `${symbol} is not traded here.`)
      return followers.follow(symbol, follower, clock.now())
    },
    rules: (symbol) => bySymbol.get(symbol)?.rules,
  }
}

const tickFacts = ({ symbol }: SimCoin) => ({ symbol, venue: 'sim', quote: 'USD' }) as const

const listingOf = (coin: SimCoin, now: EpochMs): Listing => ({
  symbol: coin.symbol,
  name: coin.name,
  marketCap: null,
  volume24h: 'candles',
  circulatingSupply: coin.circulatingSupply,
  totalSupply: coin.maxSupply,
  closes: { '1h': null, '24h': null, '7d': null },
  price: coin.lastTick(now).price,
  quote: 'USD',
  asOf: now,
})

/** What happens at each beat: the ticks since the last, then the candles that closed. */
function simBeat(coins: readonly SimCoin[], start: EpochMs, listener: MarketListener): (now: EpochMs) => void {
  let last = start
  let nextMinute = Math.floor(start / MINUTE_MS)
  return (now) => {
    // A clock set back a little waits; set back far, the market goes on from there.
    if (now < last - MINUTE_MS) [last, nextMinute] = [now, Math.floor(now / MINUTE_MS)]
    if (now <= last) return
    const ticks = ticksBetween(coins, last, now)
    last = now
    if (ticks.length > 0) listener.ticks(ticks)
    const until = Math.min(Math.floor(now / MINUTE_MS), nextMinute + MINUTES_A_BEAT)
    const closed = closedBetween(coins, nextMinute, until)
    nextMinute = Math.max(nextMinute, until)
    if (closed.length > 0) listener.candles(closed)
  }
}

function ticksBetween(coins: readonly SimCoin[], after: EpochMs, until: EpochMs): MarketTick[] {
  if (until - after > PAUSE_MS) return coins.map((coin) => ({ ...tickFacts(coin), ...coin.lastTick(until) }))
  const ticks: MarketTick[] = []
  for (const coin of coins) {
    for (let minute = Math.ceil(after / MINUTE_MS) - 1; minute <= Math.floor(until / MINUTE_MS); minute += 1) {
      ticks.push(...ticksOfMinute(coin, minute, after, until))
    }
  }
  return ticks
}

function ticksOfMinute(coin: SimCoin, minute: number, after: EpochMs, until: EpochMs): MarketTick[] {
  const { times, prices } = coin.ticks(minute)
  const ticks: MarketTick[] = []
  for (let index = 0; index < times.length; index += 1) {
    const asOf = epochMs(floatAt(times, index))
    if (asOf > after && asOf <= until) ticks.push({ ...tickFacts(coin), price: floatAt(prices, index), asOf })
  }
  return ticks
}

function closedBetween(coins: readonly SimCoin[], from: number, until: number): ClosedCandle[] {
  const closed: ClosedCandle[] = []
  // Nearly every beat: an hour's minutes are not worked out to deliver none of them.
  if (until <= from) return closed
  for (let hour = Math.floor(from / 60); hour * 60 < until; hour += 1) {
    const minutes = [Math.max(from, hour * 60), Math.min(until, hour * 60 + 60)] as const
    for (const coin of coins) {
      for (const candle of coin.minutesOfHour(hour).slice(minutes[0] - hour * 60, minutes[1] - hour * 60)) {
        closed.push({ symbol: coin.symbol, interval: '1m', candle })
      }
      if (minutes[1] === hour * 60 + 60) closed.push({ symbol: coin.symbol, interval: '1h', candle: coin.hourCandle(hour) })
    }
  }
  return closed
}

async function closedCandles(coin: SimCoin, request: HistoryRequest, now: EpochMs, signal?: AbortSignal): Promise<Candle[]> {
  const from = Math.max(request.from, GENESIS_MS)
  const step = INTERVAL_MS[request.interval]
  const end = Math.floor(Math.min(request.to, now) / step) * step
  const candles: Candle[] = []
  const first = Math.floor(from / HOUR_MS)
  for (let hour = first; hour * HOUR_MS < end; hour += 1) {
    candles.push(...(request.interval === '1h' ? [coin.hourCandle(hour)] : coin.minutesOfHour(hour)))
    if ((hour - first + 1) % HOURS_A_TURN === 0) await letOthersRun(signal)
  }
  return candles.filter(({ time }) => time * 1000 >= from && time * 1000 + step <= end)
}

async function letOthersRun(signal?: AbortSignal): Promise<void> {
  await nextTurn()
  if (signal?.aborted) throw new MarketSourceError('aborted', 'the request was given up', { cause: signal.reason })
}
