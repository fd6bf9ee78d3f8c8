import { defined } from '@aerie/core/defined'
import { floatAt } from '@aerie/core/item-at'
import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import { type Clock, DAY_MS, type EpochMs, epochMs, HOUR_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { REPLAY_SPEEDS } from '@aerie/wire/market/replay'
import { coinBySymbol } from '../catalogue.ts'
import { beatFollowers, type FollowedMarket } from '../follow-beat.ts'
import { ladderBook, ladderOf } from '../ladder.ts'
import {
  BASE_INTERVALS,
  type ClosedCandle,
  type FollowedTrade,
  type HistoryRequest,
  type Listing,
  type MarketListener,
  type MarketRules,
  type MarketSource,
  MarketSourceError,
  type MarketTick,
  type OrderBook,
  type ReplayState,
  type ReplayTransport,
  type SyntheticDepth,
} from '../market-source.ts'
import { rulesOf } from '../sim/traits.ts'
import {
  dayText,
  findRecordings,
  fingerprintOf,
  loadRecording,
  type RecordedCoin,
  type Recording,
  type RecordingFile,
} from './recording.ts'
import { type ReplayClock, replayClock } from './replay-clock.ts'
import { candleAt, candlesBetween, closedBy, closesAt, firstFrom, opensAt, type Series } from './series.ts'

/** Settings of a replay. */
export type ReplaySettings = {
  readonly dir: string
  /** Market seconds per second, 1 to 3600. */
  readonly speed: number
  readonly from?: EpochMs | undefined
  readonly clock: Clock
}

const BEAT_MS = 250
/** Real-time delay allowed for beats, sockets and load; at high speed this is a lot of market time, but makes no price stale. */
const LATENESS_MS = 3_000

type Tape = {
  readonly id: string
  readonly staleAfterMs: number
  readonly clock: Clock
  readonly load: () => Promise<Recording>
}
type Start = { readonly speed: number; readonly from: EpochMs | undefined; readonly isPaused: boolean }

/** Plays recorded prices without interpolation or look-ahead. `start` rejects with `bad-setting` if there is nothing to play. */
export function replaySource({ dir, speed, from, clock }: ReplaySettings): MarketSource {
  const found = lookInto(dir)
  const load = async (): Promise<Recording> => {
    if (found.trouble !== undefined) throw found.trouble
    return await loadRecording(found.files, from)
  }
  const intervals = new Set(found.files.map(({ interval }) => interval))
  const id = `replay:${fingerprintOf(dir, found.files)}`
  return playTape({ id, staleAfterMs: longest(intervals), clock, load }, { speed, from, isPaused: false })
}

function playTape(tape: Tape, start: Start): MarketSource {
  const player = replayClock({ ...start, clock: tape.clock })
  let coins: ReadonlyMap<string, RecordedCoin> = new Map()
  const markets = new Map<string, SyntheticMarket>()
  const followers = beatFollowers(marketsAt(markets))
  let stopBeating = (): void => undefined
  let isStopped = false
  /** Time followers have reached: orders must match against what is shown. */
  let reached: EpochMs | undefined
  const finish = () => {
    isStopped = true
    stopBeating()
  }
  let transport: ReplayTransport | undefined
  return {
    kind: 'replay',
    id: tape.id,
    now: player.now,
    speed: player.speed,
    get staleAfterMs() {
      return tape.staleAfterMs + LATENESS_MS * player.playingSpeed()
    },
    transport: () => transport,
    start: async (listener) => {
      const recording = await tape.load()
      if (isStopped) return
      coins = new Map(recording.coins.map((coin) => [coin.symbol, coin]))
      for (const coin of recording.coins) markets.set(coin.symbol, syntheticMarket(coin))
      player.run(recording)
      const reach = replayBeat(recording, listener)
      const report = (): void => listener.state({ state: 'running', detail: stateText(recording, player) })
      const beat = (): void => {
        reached = epochMs(reach(player.now()))
        followers.beat(reached)
        if (reached < recording.end) return
        finish()
        listener.state({ state: 'ended', detail: `The recording ended at ${dayText(recording.end)}. Prices stay at its last values.` })
      }
      report()
      stopBeating = every(BEAT_MS, beat)
      const onChange = (): void => {
        beat()
        if (!isStopped) report()
      }
      transport = replayTransport({ recording, player, onChange, startingAt: (again) => playAgain(tape, player, again) })
    },
    stop: async () => finish(),
    history: async (request) => recordedHistory(coins.get(request.symbol), request, player.now()),
    book: async () => undefined,
    trades: () => [],
    synthetic: (symbol, count) => depthOf(markets.get(symbol), reached ?? player.now(), count),
    follow: (symbol, follower) => {
      if (markets.get(symbol)?.rules === undefined)
        throw new MarketSourceError('cannot-follow', `${symbol} is not traded in this recording.`)
      return followers.follow(symbol, follower, player.now())
    },
    rules: (symbol) => markets.get(symbol)?.rules,
    hasPrices: (symbol, at) => {
      const coin = coins.get(symbol)
      return coin !== undefined && isRecorded(coin.prices, at)
    },
  }
}

const playAgain = (tape: Tape, player: ReplayClock, recording: Recording): MarketSource =>
  playTape(
    { ...tape, load: async () => recording },
    { speed: player.playingSpeed(), from: epochMs(recording.from), isPaused: player.isPaused() },
  )

const marketsAt = (markets: ReadonlyMap<string, SyntheticMarket>): FollowedMarket => ({
  book: (symbol, at) => markets.get(symbol)?.book(at),
  trades: (symbol, after, until) => markets.get(symbol)?.trades(after, until) ?? [],
})

function depthOf(market: SyntheticMarket | undefined, at: EpochMs, count: number): SyntheticDepth | undefined {
  const book = market?.book(at)
  return market === undefined || book === undefined ? undefined : { book, trades: market.newest(at, count) }
}

function recordedHistory(coin: RecordedCoin | undefined, { interval, from, to }: HistoryRequest, now: EpochMs) {
  const series = coin?.candles[interval]
  return series === undefined ? [] : candlesBetween(series, from, Math.min(to, now))
}

/** Scans at once, because the source id depends on the files; errors are reported at start. */
function lookInto(dir: string): { files: RecordingFile[]; trouble: MarketSourceError | undefined } {
  try {
    const files = findRecordings(dir)
    const trouble = files.length > 0 ? undefined : 'REPLAY_DIR has no recording: names such as BTCUSDT-1h.csv.gz are looked for'
    return { files, trouble: trouble === undefined ? undefined : new MarketSourceError('bad-setting', trouble) }
  } catch (cause) {
    return { files: [], trouble: new MarketSourceError('bad-setting', 'REPLAY_DIR is not a folder that can be read', { cause }) }
  }
}

/** Longest candle played, so that a price is stale once no candle covers the time; daily ones are played only if there are no others. */
const longest = (intervals: ReadonlySet<Interval>): number => {
  const finer = [...intervals].filter((interval) => interval !== '1d')
  return Math.max(0, ...(finer.length > 0 ? finer : [...intervals]).map((interval) => INTERVAL_MS[interval]))
}

function stateText({ coins, from, remarks }: Recording, player: ReplayClock): string {
  const coinsText = coins.length === 1 ? '1 coin' : `${coins.length} coins`
  return [`Recorded market of ${coinsText} from ${dayText(from)}${playText(player)}.`, ...remarks].join(' ')
}

function playText(player: ReplayClock): string {
  if (player.isPaused()) return `, paused at ${dayText(player.now())}`
  const speed = player.playingSpeed()
  return speed === 1 ? '' : `, at ${speed}× speed`
}

/** Catch-up limit per beat after the machine was suspended. */
const LONGEST_STEP_MS = 6 * HOUR_MS

/** Emits the initial state; the returned function emits events up to `now` and returns the time reached. */
function replayBeat({ coins, from }: Recording, listener: MarketListener): (now: number) => number {
  let last = from
  const present = coins.filter(({ prices }) => opensAt(prices, 0) <= from)
  listener.listings(present.map((coin) => listingAt(coin, from)))
  listener.ticks(present.flatMap((coin) => ticksOf(coin, [defined(priceAt(coin.prices, from))])))
  return (now) => {
    const until = Math.min(now, last + LONGEST_STEP_MS)
    const listings = coins.filter((coin) => needsListing(coin, last, until)).map((coin) => listingAt(coin, until))
    const ticks = coins.flatMap((coin) => ticksOf(coin, pricesBetween(coin.prices, last, until)))
    const candles = coins.flatMap((coin) => closedBetween(coin, last, until))
    last = Math.max(last, until)
    if (listings.length > 0) listener.listings(listings)
    if (ticks.length > 0) listener.ticks(ticks)
    if (candles.length > 0) listener.candles(candles)
    return last
  }
}

/** A coin is listed when its first candle opens; one with only daily candles again at each close. */
function needsListing({ prices }: RecordedCoin, after: number, until: number): boolean {
  const first = opensAt(prices, 0)
  return (first > after && first <= until) || (prices.interval === '1d' && pricesBetween(prices, after, until).length > 0)
}

type Deps = {
  readonly recording: Recording
  readonly player: ReplayClock
  readonly onChange: () => void
  readonly startingAt: (recording: Recording) => MarketSource
}

/** Replay controls. After the end only a seek has an effect. Throws as documented in `ReplayTransport`. */
function replayTransport({ recording, player, onChange, startingAt }: Deps): ReplayTransport {
  const { coins, end } = recording
  const from = epochMs(Math.min(...coins.map(({ prices }) => opensAt(prices, 0))))
  const stepMs = Math.min(...coins.map(({ prices }) => INTERVAL_MS[prices.interval]))
  const unlessEnded =
    (work: () => void): (() => void) =>
    () => {
      if (player.isAtEnd()) return
      work()
      onChange()
    }
  return {
    state: (): ReplayState => ({ state: stateOf(player), speed: player.playingSpeed(), from, end: epochMs(end), stepMs }),
    pause: unlessEnded(player.pause),
    play: unlessEnded(player.play),
    step: unlessEnded(() => player.stepTo(nextClose(recording, player.now()))),
    setSpeed: (speed) => {
      if (!(speed >= REPLAY_SPEEDS.least && speed <= REPLAY_SPEEDS.most))
        throw new MarketSourceError('bad-setting', `A replay plays at ${REPLAY_SPEEDS.least} to ${REPLAY_SPEEDS.most} times the speed.`)
      player.setSpeed(speed)
      if (!player.isAtEnd()) onChange()
    },
    startingAt: (at) => {
      if (!(at >= from && at < end)) throw outside(at, from, end)
      return startingAt({ ...recording, from: at })
    },
  }
}

const stateOf = (player: ReplayClock): ReplayState['state'] => {
  if (player.isAtEnd()) return 'ended'
  return player.isPaused() ? 'paused' : 'playing'
}

function nextClose({ coins, end }: Recording, now: EpochMs): number {
  const next = coins.flatMap(({ prices }) => {
    const index = closedBy(prices, now)
    return index < prices.length ? [closesAt(prices, index)] : []
  })
  return Math.min(end, ...next)
}

const outside = (at: number, from: number, end: number): MarketSourceError => {
  const given = Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? dayText(at) : 'That'
  return new MarketSourceError('bad-setting', `${given} is outside the recording, which runs from ${dayText(from)} to ${dayText(end)}.`)
}

/** Generated from candles; must never be presented as a real market. */
type SyntheticMarket = {
  readonly book: (at: EpochMs) => OrderBook | undefined
  /** Trades in (after, until], oldest first. */
  readonly trades: (after: EpochMs, until: EpochMs) => FollowedTrade[]
  readonly newest: (at: EpochMs, count: number) => FollowedTrade[]
  readonly rules: MarketRules | undefined
}

/** Candles used to estimate range and volume. */
const WINDOW = 24
/** Ratio of a candle's range to the deviation of its return: 2·√(ln 2), Parkinson 1980. */
const RANGE_BY_DEVIATION = 2 * Math.sqrt(Math.log(2))

/** Synthetic book and trades from candles. Source: docs/math/market-sim.md, book; nautilus, adaptive bar order */
function syntheticMarket({ symbol, prices }: RecordedCoin): SyntheticMarket {
  const coin = coinBySymbol(symbol)
  const anchor = prices.close[0]
  if (coin === undefined || anchor === undefined || !(anchor > 0)) {
    return { book: () => undefined, trades: () => [], newest: () => [], rules: undefined }
  }
  const decimals = Math.max(0, 5 - Math.floor(Math.log10(anchor)))
  const volumeDecimals = Math.max(0, Math.ceil(Math.log10(anchor)))
  const ladder = ladderOf({ seed: 'replay', symbol, grid: 10 ** decimals, volumeDecimals, anchor })
  return {
    rules: rulesOf({ coin, anchor, decimals }, 'synthetic'),
    book: (at) => {
      const price = isRecorded(prices, at) ? priceAt(prices, at)?.price : undefined
      if (price === undefined) return undefined
      const { deviation, volume } = lately(prices, at)
      return ladderBook(ladder, { price, deviation, typical: volume / 600, asOf: at })
    },
    trades: (after, until) => tapeBetween(prices, after, until),
    newest: (at, count) => newestOf(prices, at, count),
  }
}

/** Hourly return deviation and volume from the newest closed candles. */
function lately(series: Series, at: number): { deviation: number; volume: number } {
  const end = closedBy(series, at)
  const start = Math.max(0, end - WINDOW)
  let [range, volume] = [0, 0]
  for (let index = start; index < end; index += 1) {
    range += (floatAt(series.high, index) - floatAt(series.low, index)) / floatAt(series.close, index)
    volume += floatAt(series.volume, index)
  }
  const candlesAnHour = HOUR_MS / INTERVAL_MS[series.interval]
  const count = Math.max(1, end - start)
  return { deviation: (range / count / RANGE_BY_DEVIATION) * Math.sqrt(candlesAnHour), volume: (volume / count) * candlesAnHour }
}

function tapeBetween(series: Series, after: number, until: number): FollowedTrade[] {
  const trades: FollowedTrade[] = []
  for (let index = closedBy(series, after); index < series.length && closesAt(series, index) <= until; index += 1) {
    trades.push(...tradesOf(series, index))
  }
  return trades
}

/** Candles without volume have no trades, so the scan is limited to `count` candles. */
function newestOf(series: Series, at: number, count: number): FollowedTrade[] {
  const trades: FollowedTrade[] = []
  const end = closedBy(series, at)
  for (let index = end - 1; index >= Math.max(0, end - count) && trades.length < count; index -= 1) {
    trades.push(...tradesOf(series, index).reverse())
  }
  return trades.slice(0, count)
}

function tradesOf(series: Series, index: number): FollowedTrade[] {
  const asOf = epochMs(closesAt(series, index))
  const size = floatAt(series.volume, index) / 4
  return size > 0 ? pathOf(series, index).map((price, step) => ({ id: `${asOf}.${step}`, asOf, price, size })) : []
}

/** Open, nearer extreme, farther extreme, close. */
function pathOf({ open, high, low, close }: Series, index: number): number[] {
  const [first, top, bottom, last] = [floatAt(open, index), floatAt(high, index), floatAt(low, index), floatAt(close, index)]
  return top - first <= first - bottom ? [first, top, bottom, last] : [first, bottom, top, last]
}

type Price = Pick<MarketTick, 'price' | 'asOf'>

const followsGap = (series: Series, index: number): boolean => index === 0 || closesAt(series, index - 1) < opensAt(series, index)
const openOf = (series: Series, index: number): Price => ({ price: floatAt(series.open, index), asOf: epochMs(opensAt(series, index)) })
const closeOf = (series: Series, index: number): Price => ({ price: floatAt(series.close, index), asOf: epochMs(closesAt(series, index)) })

/** Newest recorded price at market time `ms`: the last close, or after a gap the open of the forming candle. */
function priceAt(series: Series, ms: number): Price | undefined {
  const index = firstFrom(series, ms + 1) - 1
  if (index < 0) return undefined
  if (closesAt(series, index) <= ms) return closeOf(series, index)
  return followsGap(series, index) ? openOf(series, index) : closeOf(series, index - 1)
}

/** Whether a candle covers market time `ms`: false before the first, in holes and from the last close on. */
function isRecorded(series: Series, ms: number): boolean {
  const index = firstFrom(series, ms + 1) - 1
  return index >= 0 && ms < closesAt(series, index)
}

/** Prices in (after, until], in order: each close, and after a gap the open. */
function pricesBetween(series: Series, after: number, until: number): Price[] {
  const prices: Price[] = []
  for (let index = closedBy(series, after); index < series.length && opensAt(series, index) <= until; index += 1) {
    if (opensAt(series, index) > after && followsGap(series, index)) prices.push(openOf(series, index))
    if (closesAt(series, index) <= until) prices.push(closeOf(series, index))
  }
  return prices
}

/** Ticks from a coin's prices. */
const ticksOf = ({ symbol, quote }: RecordedCoin, prices: readonly Price[]): MarketTick[] =>
  prices.map((price) => ({ symbol, venue: 'replay', quote, ...price }))

/** Candles of a coin that close in (after, until]. */
function closedBetween({ symbol, candles }: RecordedCoin, after: number, until: number): ClosedCandle[] {
  return BASE_INTERVALS.flatMap((interval) => {
    const series = candles[interval]
    if (series === undefined) return []
    const first = closedBy(series, after)
    return Array.from({ length: closedBy(series, until) - first }, (_, index) => ({
      symbol,
      interval,
      candle: candleAt(series, first + index),
    }))
  })
}

/** Facts of a recorded coin. A recording with only daily candles supplies the earlier closes itself. */
function listingAt({ symbol, quote, prices }: RecordedCoin, ms: number): Listing {
  const coin = coinBySymbol(symbol)
  const dayClose = (daysAgo: number): number | null => {
    const index = closedBy(prices, ms) - 1
    if (prices.interval !== '1d' || index < 0) return null
    const at = closesAt(prices, index) - daysAgo * DAY_MS
    const earlier = priceAt(prices, at)
    return earlier?.asOf === at ? earlier.price : null
  }
  return {
    symbol,
    name: coin?.name ?? symbol,
    marketCap: null,
    volume24h: 'candles',
    circulatingSupply: coin?.circulatingSupply ?? null,
    totalSupply: coin?.maxSupply ?? null,
    closes: { '1h': null, '24h': dayClose(1), '7d': dayClose(7) },
    price: null,
    quote,
    asOf: epochMs(ms),
  }
}
