import { setImmediate as nextTurn } from 'node:timers/promises'
import { floatAt, itemAt } from '@aerie/core/item-at'
import { type Candle, INTERVAL_MS } from '@aerie/core/market/candle'
import { type Clock, type EpochMs, epochMs, HOUR_MS, MINUTE_MS, steadyClock } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { beatFollowers } from '../follow-beat.ts'
import { ladderBook, ladderOf, ladderQuote } from '../ladder.ts'
import {
  type ClosedCandle,
  type FollowedTrade,
  type HistoryRequest,
  type Listing,
  type MarketListener,
  type MarketRules,
  type MarketSource,
  MarketSourceError,
  type MarketTick,
  type MarketTrade,
  type OrderBook,
  TRADES_KEPT,
} from '../market-source.ts'
import { BLOCK_HOURS, memoizeRecent, sharedFactors } from './factors.ts'
import { type CoinHours, coinHours } from './hours.ts'
import { type CoinMinutes, coinMinutes } from './minutes.ts'
import { normalAt, stream, uniformAt } from './random.ts'
import { rulesOf, TRAITS, type Traits } from './traits.ts'

/** `seed` determines the market, `clock` the position in it. Setting the clock back does not move the market back. */
export type SimSettings = { readonly seed: string | number; readonly clock: Clock }

const BEAT_MS = 250
/** After a longer gap between beats only the current tick is emitted; candles cover the rest. */
const PAUSE_MS = 10_000
const STALE_AFTER_MS = 15_000
/** Limit on candles caught up per beat after a suspend. */
const MINUTES_A_BEAT = 10
const HOURS_A_TURN = 500

/** Deterministic simulated market: ticks, minute and hourly candles agree exactly. `history` rejects only with `aborted`. */
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

function simBeat(coins: readonly SimCoin[], start: EpochMs, listener: MarketListener): (now: EpochMs) => void {
  let last = start
  let nextMinute = Math.floor(start / MINUTE_MS)
  return (now) => {
    // After a small clock step back it waits; after a large one it continues from the new time.
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
  // Common case: avoids generating an hour's minutes for nothing.
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

const GENESIS_MS = Date.UTC(2020, 0, 1)

/** One simulated coin: a pure function of seed, symbol and time. */
export type SimCoin = {
  readonly symbol: string
  readonly name: string
  readonly circulatingSupply: number
  readonly maxSupply: number | null
  readonly ticks: (minute: number) => MinuteTicks
  readonly lastTick: (at: EpochMs) => { readonly price: number; readonly asOf: EpochMs }
  readonly hourCandle: (hour: number) => Candle
  readonly minutesOfHour: (hour: number) => Candle[]
  readonly book: (at: EpochMs) => OrderBook
  readonly trades: (at: EpochMs) => readonly MarketTrade[]
  /** In (after, until], oldest first. */
  readonly tradesBetween: (after: EpochMs, until: EpochMs) => readonly FollowedTrade[]
  /** Undefined for stablecoins, which are not tradable. */
  readonly rules: MarketRules | undefined
}

/** Simulated coins of a seed, in catalogue order. Cheap: hours are generated on first use and only the last few blocks memoized. */
export function simMarket(seed: string): readonly SimCoin[] {
  const shared = sharedFactors(seed)
  return TRAITS.map((traits) => {
    const { coin } = traits
    const hours = coinHours(seed, traits, shared)
    const minutes = coinMinutes(seed, traits, hours)
    const ticks = memoizeRecent(2, coinTicks(seed, minutes))
    const { book, quote } = coinBook(seed, traits, hours)
    const trades = coinTrades(seed, minutes, quote)
    const lastTick = (at: EpochMs) => {
      const minute = Math.floor(at / MINUTE_MS)
      const { times, prices } = ticks(minute)
      const index = times.findLastIndex((time) => time <= at)
      if (index >= 0) return { price: floatAt(prices, index), asOf: epochMs(floatAt(times, index)) }
      return { price: itemAt(ticks(minute - 1).prices, -1), asOf: epochMs(minute * MINUTE_MS) }
    }
    return {
      symbol: coin.symbol,
      name: coin.name,
      circulatingSupply: coin.circulatingSupply,
      maxSupply: coin.maxSupply,
      ticks,
      lastTick,
      hourCandle: minutes.hourCandle,
      minutesOfHour: minutes.minuteCandles,
      book: (at) => book({ ...lastTick(at), asOf: at }),
      trades: trades.newest,
      tradesBetween: trades.between,
      rules: rulesOf(traits, 'simulated'),
    }
  })
}

/** A coin trades at least 15 times a minute, so five minutes hold more trades than are shown. */
const MINUTES_BACK = 5
const SLOTS = 64

type MinuteTrades = readonly SimTrade[]
type SimTrade = MarketTrade & { readonly id: string }

type CoinTrades = {
  readonly newest: (at: EpochMs) => readonly MarketTrade[]
  /** In (after, until], oldest first; at most the last five minutes. */
  readonly between: (after: EpochMs, until: EpochMs) => readonly FollowedTrade[]
}

/** One trade per tick, side by the tick rule; sizes add up to the minute's candle. Source: docs/math/market-sim.md, trades */
function coinTrades(seed: string, minutes: CoinMinutes, quote: CoinBook['quote']): CoinTrades {
  const { coin, volumeDecimals } = minutes.traits
  const sizes = stream(seed, coin.symbol, 'trade', 'size')
  // Separate from the beat's ticks, whose two-minute cache would be evicted by each request.
  const ticks = coinTicks(seed, minutes)
  const volumes = memoizeRecent(2, (hour: number) => minutes.minuteCandles(hour))
  const units = 10 ** volumeDecimals
  const ofMinute = memoizeRecent(MINUTES_BACK + 1, (minute: number): MinuteTrades => {
    const candle = itemAt(volumes(Math.floor(minute / 60)), minute % 60)
    const made = ticks(minute)
    const shares = sharesOf(made.prices.length, (index) => normalAt(sizes, minute * SLOTS + index), Math.round(candle.volume * units))
    return tradesAt(made, { candle, quote, sizeOf: (index) => itemAt(shares, index) / units })
  })
  return {
    newest: (at) => {
      const newest: SimTrade[] = []
      const last = Math.floor(at / MINUTE_MS)
      for (let minute = last; minute >= last - MINUTES_BACK && newest.length < TRADES_KEPT; minute -= 1) {
        newest.push(
          ...ofMinute(minute)
            .filter(({ asOf }) => asOf <= at)
            .reverse(),
        )
      }
      return newest.slice(0, TRADES_KEPT).map(({ asOf, price, size, side }) => ({ asOf, price, size, side }))
    },
    between: (after, until) => {
      const trades: FollowedTrade[] = []
      const last = Math.floor(until / MINUTE_MS)
      for (let minute = Math.max(Math.ceil(after / MINUTE_MS) - 1, last - MINUTES_BACK); minute <= last; minute += 1) {
        for (const { side, ...trade } of ofMinute(minute))
          if (trade.asOf > after && trade.asOf <= until) trades.push({ ...trade, aggressor: side })
      }
      return trades
    },
  }
}

type Making = { readonly candle: Candle; readonly quote: CoinBook['quote']; readonly sizeOf: (index: number) => number }

function tradesAt({ minute, times, prices }: MinuteTicks, { candle, quote, sizeOf }: Making): SimTrade[] {
  let before = candle.open
  let side: MarketTrade['side'] = candle.close >= candle.open ? 'buy' : 'sell'
  return Array.from(prices).flatMap((price, index) => {
    const asOf = epochMs(floatAt(times, index))
    const [old, now] = [quote({ price: before, asOf }), quote({ price, asOf })]
    if (price !== before) side = price > before ? 'buy' : 'sell'
    before = price
    const size = sizeOf(index)
    const at = side === 'buy' ? Math.max(old.ask, now.bid) : Math.min(old.bid, now.ask)
    return size > 0 ? [{ id: `${minute}.${index}`, asOf, price: at, size, side }] : []
  })
}

/** Splits whole units by lognormal weights; the parts add up to the total exactly. */
function sharesOf(count: number, normal: (index: number) => number, total: number): number[] {
  const weights = Array.from({ length: count }, (_, index) => Math.exp(1.2 * normal(index)))
  const sum = weights.reduce((whole, weight) => whole + weight, 0)
  let [passed, given] = [0, 0]
  return weights.map((weight) => {
    passed += weight
    const until = Math.round((passed / sum) * total)
    const share = until - given
    given = until
    return share
  })
}

type BookMoment = { readonly price: number; readonly asOf: EpochMs }

type CoinBook = {
  readonly book: (moment: BookMoment) => OrderBook
  readonly quote: (moment: BookMoment) => { readonly bid: number; readonly ask: number }
}

/** Book on fixed price levels: best bid < best ask, with the last price between. Source: docs/math/market-sim.md, book */
function coinBook(seed: string, traits: Traits, hours: CoinHours): CoinBook {
  const { coin, decimals, anchor, volumeDecimals } = traits
  const ladder = ladderOf({ seed, symbol: coin.symbol, grid: 10 ** decimals, volumeDecimals, anchor })
  const placeAt = ({ price, asOf }: BookMoment) => {
    const hour = Math.floor(asOf / 3_600_000)
    const block = Math.floor(hour / BLOCK_HOURS)
    const { deviation, volume } = hours(block)
    const index = hour - block * BLOCK_HOURS
    return { price, asOf, deviation: floatAt(deviation, index), typical: floatAt(volume, index) / 600 }
  }
  return {
    book: (moment) => ladderBook(ladder, placeAt(moment)),
    quote: (moment) => ladderQuote(ladder, placeAt(moment)),
  }
}

/** Ticks of one coin in one minute, in order; the last is at the minute's end, at its close. */
type MinuteTicks = {
  readonly minute: number
  /** Milliseconds since the epoch. */
  readonly times: Float64Array
  readonly prices: Float64Array
}

/** Ticks of a coin by minute since the epoch. */
type CoinTicks = (minute: number) => MinuteTicks

/** Ticks reach the minute's high, low and close exactly, so candles built from them match. Source: docs/math/market-sim.md, ticks */
function coinTicks(seed: string, minutes: CoinMinutes): CoinTicks {
  const of = (what: string) => stream(seed, minutes.traits.coin.symbol, 'tick', what)
  const streams = { time: of('time'), order: of('order'), noise: of('noise') }
  const count = minutes.traits.ticksPerMinute
  return (minute) => {
    const hour = Math.floor(minute / 60)
    const index = minute - hour * 60
    const path = minutes.path(hour)
    const { logs, deviation } = path
    const [hi, lo] = [minutes.high(path, index), minutes.low(path, index)]
    const anchors = visits(count, (which) => uniformAt(streams.order, minute * 3 + which), {
      from: floatAt(logs, index),
      to: floatAt(logs, index + 1),
      hi,
      lo,
    })
    const times = new Float64Array(count)
    const prices = new Float64Array(count)
    const noise = (floatAt(deviation, index) * 0.6) / Math.sqrt(count)
    let [at, next] = [0, 1]
    for (let tick = 1; tick <= count; tick += 1) {
      while (itemAt(anchors, next).tick < tick) [at, next] = [next, next + 1]
      const log =
        between(itemAt(anchors, at), itemAt(anchors, next), tick) +
        (itemAt(anchors, next).tick === tick ? 0 : noise * normalAt(streams.noise, minute * SLOTS + tick))
      const share = tick === count ? 1 : (tick - 1 + uniformAt(streams.time, minute * SLOTS + tick)) / count
      times[tick - 1] = minute * MINUTE_MS + Math.floor(share * MINUTE_MS)
      prices[tick - 1] = minutes.price(Math.min(hi, Math.max(lo, log)))
    }
    return { minute, times, prices }
  }
}

type Visit = { readonly tick: number; readonly log: number }

function visits(count: number, draw: (which: 0 | 1 | 2) => number, ends: { from: number; to: number; hi: number; lo: number }): Visit[] {
  const span = count - 2
  const first = 1 + Math.floor(draw(0) * span)
  const second = 1 + ((first + Math.floor(draw(1) * (span - 1))) % span)
  const [early, late] = first < second ? [first, second] : [second, first]
  // A rising minute more often reaches its low first.
  const lowFirst = draw(2) < 0.8 ? ends.to >= ends.from : ends.to < ends.from
  return [
    { tick: 0, log: ends.from },
    { tick: early, log: lowFirst ? ends.lo : ends.hi },
    { tick: late, log: lowFirst ? ends.hi : ends.lo },
    { tick: count, log: ends.to },
  ]
}

const between = (from: Visit, to: Visit, tick: number): number =>
  from.log + ((to.log - from.log) * (tick - from.tick)) / (to.tick - from.tick)
