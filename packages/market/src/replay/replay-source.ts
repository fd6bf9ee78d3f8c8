import { defined } from '@aerie/core/defined'
import { type Clock, type EpochMs, epochMs, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { beatFollowers } from '../follow-beat.ts'
import { type HistoryRequest, type MarketListener, type MarketSource, MarketSourceError } from '../market-source.ts'
import { SOURCE_WORDS } from '../source-words.ts'
import { closedBetween, listingAt, priceAt, pricesBetween, ticksOf } from './playback.ts'
import { dayText, loadRecording, type RecordedCoin, type Recording } from './recording.ts'
import { findRecordings, fingerprintOf, type RecordingFile } from './recording-files.ts'
import { candlesBetween, opensAt } from './series.ts'
import { type SyntheticMarket, syntheticMarket } from './synthetic.ts'

/** Settings of a replay. */
export type ReplaySettings = {
  /** Folder of the recordings; folders within it count too. */
  readonly dir: string
  /** Market seconds that pass in a second, 1 to 3600. */
  readonly speed: number
  /** Where the market's clock begins; by default 90 days before the newest candle that most coins have. */
  readonly from?: EpochMs | undefined
  readonly clock: Clock
}

const BEAT_MS = 250
/** After a pause the market catches up this much a beat, so that no beat is long. */
const LONGEST_STEP_MS = 6 * HOUR_MS
const STALE_AFTER_MS = { '1m': 5 * MINUTE_MS, '1h': 90 * MINUTE_MS, '1d': 36 * HOUR_MS }
/** What beats, sockets and a busy machine may take: at high speed that is much of the market's time, and no price is stale for it. */
const LATENESS_MS = 3_000

/**
 * Plays recorded candles. Every price shown is one of the file's own, at its own time: a candle's close when it
 * closes, and the next open after a gap. Nothing is interpolated, and nothing of the market's future is visible.
 *
 * @throws never; `start` rejects with `bad-setting` where the folder has nothing to play
 */
export function replaySource({ dir, speed, from, clock }: ReplaySettings): MarketSource {
  const found = lookInto(dir)
  const intervals = new Set(found.files.map(({ interval }) => interval))
  const player = marketClock(clock, speed, from)
  let coins: ReadonlyMap<string, RecordedCoin> = new Map()
  const markets = new Map<string, SyntheticMarket>()
  const followers = beatFollowers({
    book: (symbol, at) => markets.get(symbol)?.book(at),
    trades: (symbol, after, until) => markets.get(symbol)?.trades(after, until) ?? [],
  })
  let stopBeating = (): void => undefined
  let isStopped = false
  const finish = () => {
    isStopped = true
    stopBeating()
  }
  return {
    kind: 'replay',
    id: `replay:${fingerprintOf(dir, found.files)}`,
    now: player.now,
    speed: player.speed,
    staleAfterMs: STALE_AFTER_MS[coarsest(intervals)] + LATENESS_MS * speed,
    start: async (listener) => {
      if (found.trouble !== undefined) throw found.trouble
      const recording = await loadRecording(found.files, from)
      if (isStopped) return
      coins = new Map(recording.coins.map((coin) => [coin.symbol, coin]))
      for (const coin of recording.coins) markets.set(coin.symbol, syntheticMarket(coin))
      player.run(recording)
      const beat = replayBeat(recording, listener)
      listener.state({ state: 'running', detail: introduction(recording, speed) })
      stopBeating = every(BEAT_MS, () => {
        const reached = beat(player.now())
        followers.beat(epochMs(reached))
        if (reached < recording.end) return
        finish()
        listener.state({ state: 'ended', detail: SOURCE_WORDS.ended(dayText(recording.end)) })
      })
    },
    stop: async () => finish(),
    history: async (request) => recordedHistory(coins.get(request.symbol), request, player.now()),
    book: async () => undefined,
    trades: () => [],
    follow: (symbol, follower) => {
      if (markets.get(symbol)?.rules === undefined)
        throw new MarketSourceError('cannot-follow', `${symbol} is not traded in this recording.`)
      return followers.follow(symbol, follower, player.now())
    },
    rules: (symbol) => markets.get(symbol)?.rules,
  }
}

function recordedHistory(coin: RecordedCoin | undefined, { interval, from, to }: HistoryRequest, now: EpochMs) {
  const series = coin?.candles[interval]
  return series === undefined ? [] : candlesBetween(series, from, Math.min(to, now))
}

/** Looks for recordings at once, because the source's identity depends on them; trouble is told at the start. */
function lookInto(dir: string): { files: RecordingFile[]; trouble: MarketSourceError | undefined } {
  try {
    const files = findRecordings(dir)
    const trouble = files.length > 0 ? undefined : 'REPLAY_DIR has no recording: names such as BTCUSDT-1h.csv.gz are looked for'
    return { files, trouble: trouble === undefined ? undefined : new MarketSourceError('bad-setting', trouble) }
  } catch (cause) {
    return { files: [], trouble: new MarketSourceError('bad-setting', 'REPLAY_DIR is not a folder that can be read', { cause }) }
  }
}

const coarsest = (intervals: ReadonlySet<string>): keyof typeof STALE_AFTER_MS => {
  const finer = [...intervals].filter((interval) => interval !== '1d')
  if (finer.length === 0 && intervals.size > 0) return '1d'
  return finer.length > 0 && finer.every((interval) => interval === '1m') ? '1m' : '1h'
}

/** The market's clock: runs from the recording's beginning at its speed, and stops at its end. */
function marketClock(clock: Clock, speed: number, from: EpochMs | undefined) {
  let run: { readonly startedAt: number; readonly from: number; readonly end: number } | undefined
  let latest = 0
  const now = (): EpochMs => {
    if (run === undefined) return from ?? clock.now()
    latest = Math.max(latest, Math.min(run.end, Math.floor(run.from + (clock.now() - run.startedAt) * speed)))
    return epochMs(latest)
  }
  return {
    now,
    speed: () => (run !== undefined && now() >= run.end ? 0 : speed),
    run: (recording: Recording) => {
      latest = recording.from
      run = { startedAt: clock.now(), from: recording.from, end: recording.end }
    },
  }
}

/** Delivers what has happened up to a moment; answers how far it has come. */
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

/** A coin is listed when its first candle opens; one that has only days, again at each close. */
function needsListing({ prices }: RecordedCoin, after: number, until: number): boolean {
  const first = opensAt(prices, 0)
  return (first > after && first <= until) || (prices.interval === '1d' && pricesBetween(prices, after, until).length > 0)
}

function introduction({ coins, from, remarks }: Recording, speed: number): string {
  return [SOURCE_WORDS.recorded({ coins: coins.length, from: dayText(from), speed }), ...remarks].join(' ')
}
