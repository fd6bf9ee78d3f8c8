import { setImmediate as nextTurn } from 'node:timers/promises'
import { itemAt } from '@aerie/core/item-at'
import { type Candle, INTERVAL_MS } from '@aerie/core/market/candle'
import { floatAt } from '@aerie/core/numbers/float-at'
import { type Clock, type EpochMs, epochMs, HOUR_MS, MINUTE_MS, steadyClock } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { beatFollowers } from '../follow-beat.ts'
import { type Ladder, ladderBook, ladderQuote, ladderStreams } from '../ladder.ts'
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
import { normalAt, stream } from './random.ts'
import { coinTicks, type MinuteTicks } from './ticks.ts'
import { rulesOf, TRAITS, type Traits } from './traits.ts'

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

/** No candle is older: the simulated market opened on 2020-01-01. */
const GENESIS_MS = Date.UTC(2020, 0, 1)

/** One simulated coin. Everything is a pure function of seed, symbol and time; nothing depends on when it is asked. */
export type SimCoin = {
  readonly symbol: string
  readonly name: string
  readonly circulatingSupply: number
  readonly maxSupply: number | null
  readonly ticks: (minute: number) => MinuteTicks
  /** The last tick at or before `at`. */
  readonly lastTick: (at: EpochMs) => { readonly price: number; readonly asOf: EpochMs }
  /** The candle of an hour since the epoch. */
  readonly hourCandle: (hour: number) => Candle
  /** The sixty minute candles of an hour since the epoch. */
  readonly minutesOfHour: (hour: number) => Candle[]
  readonly book: (at: EpochMs) => OrderBook
  /** The newest trades up to `at`, newest first. */
  readonly trades: (at: EpochMs) => readonly MarketTrade[]
  /** The trades in (after, until], oldest first. */
  readonly tradesBetween: (after: EpochMs, until: EpochMs) => readonly FollowedTrade[]
  /** Undefined for stablecoins: there is nothing to trade in them. */
  readonly rules: MarketRules | undefined
}

/**
 * The simulated coins of a seed, in the catalogue's order. Cheap to make: a coin's hours are generated when first
 * asked for, and only the last few blocks are memoized.
 *
 * @throws never
 */
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

/** A coin trades at least 15 times a minute; five minutes hold more than are shown. */
const MINUTES_BACK = 5
/** Room in a minute's counters, as for the ticks. */
const SLOTS = 64

/** A minute's trades, oldest first. */
type MinuteTrades = readonly SimTrade[]
type SimTrade = MarketTrade & { readonly id: string }

/** The trades of a coin. */
type CoinTrades = {
  /** The newest up to a moment, newest first, at most TRADES_KEPT. */
  readonly newest: (at: EpochMs) => readonly MarketTrade[]
  /** All in (after, until], oldest first; at most five minutes of them. */
  readonly between: (after: EpochMs, until: EpochMs) => readonly FollowedTrade[]
}

/**
 * The trades of one coin: one at each tick. The taker bought where the price rose and sold where it fell; where it stayed, as the trade
 * before. It paid the ask of the book before, or got its bid; where the book has moved past that, as far as it has moved. Sizes share out the minute's volume, a few large and many small, so that the
 * trades of a minute add up to its candle. What falls below the smallest size is no trade.
 *
 * @throws never
 * Source: docs/math/market-sim.md, trades
 */
function coinTrades(seed: string, minutes: CoinMinutes, quote: CoinBook['quote']): CoinTrades {
  const { coin, volumeDecimals } = minutes.traits
  const sizes = stream(seed, coin.symbol, 'trade', 'size')
  // Not the ticks of the beat: their memory of two minutes would be turned over at each question.
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

/** One trade at each tick that has a size, with the side by the tick rule. */
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

/** Splits whole units in proportion to lognormal weights: the parts add up to the total exactly. */
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

/** What the book is drawn around. */
type BookMoment = { readonly price: number; readonly asOf: EpochMs }

/** The ladder of a coin's book: steps of about 1.2 bp of the anchor, whole units of the price grid. */
function coinLadder(seed: string, { coin, decimals, anchor, volumeDecimals }: Traits): Ladder {
  const grid = 10 ** decimals
  const step = Math.max(1, Math.round(anchor * grid * (coin.stablecoin ? 0.00002 : 0.00012)))
  return { symbol: coin.symbol, grid, step, volumeDecimals, streams: ladderStreams(seed, coin.symbol) }
}

/** The book of a coin, and its best prices alone. */
type CoinBook = {
  readonly book: (moment: BookMoment) => OrderBook
  readonly quote: (moment: BookMoment) => { readonly bid: number; readonly ask: number }
}

/**
 * The book of a coin: levels on a fixed grid of prices around the last price, the spread as wide as a few seconds of
 * the hour's volatility, sizes in proportion to the volume and larger further out. A level keeps its size for some
 * seconds while the price wanders. Best bid < best ask always, the last price within them.
 *
 * @throws never
 * Source: docs/math/market-sim.md, book
 */
function coinBook(seed: string, traits: Traits, hours: CoinHours): CoinBook {
  const ladder = coinLadder(seed, traits)
  const placeAt = ({ price, asOf }: BookMoment) => {
    const hour = Math.floor(asOf / 3_600_000)
    const block = Math.floor(hour / BLOCK_HOURS)
    const { deviation, volume } = hours(block)
    const half = Math.max(1, Math.round(Math.round(price * ladder.grid) * floatAt(deviation, hour - block * BLOCK_HOURS) * 0.02))
    return { price, asOf, half, typical: floatAt(volume, hour - block * BLOCK_HOURS) / 600 }
  }
  return {
    book: (moment) => ladderBook(ladder, placeAt(moment)),
    quote: (moment) => ladderQuote(ladder, placeAt(moment)),
  }
}
