import { type Clock, type EpochMs, epochMs, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { beatFollowers, type FollowedMarket } from '../follow-beat.ts'
import { type HistoryRequest, type MarketSource, MarketSourceError, type ReplayTransport, type SyntheticDepth } from '../market-source.ts'
import { SOURCE_WORDS } from '../source-words.ts'
import { dayText, loadRecording, type RecordedCoin, type Recording } from './recording.ts'
import { findRecordings, fingerprintOf, type RecordingFile } from './recording-files.ts'
import { replayBeat } from './replay-beat.ts'
import { type ReplayClock, replayClock } from './replay-clock.ts'
import { candlesBetween } from './series.ts'
import { type SyntheticMarket, syntheticMarket } from './synthetic.ts'
import { replayTransport } from './transport.ts'

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
const STALE_AFTER_MS = { '1m': 5 * MINUTE_MS, '1h': 90 * MINUTE_MS, '1d': 36 * HOUR_MS }
/** What beats, sockets and a busy machine may take: at high speed that is much of the market's time, and no price is stale for it. */
const LATENESS_MS = 3_000

/** What every source of one recording shares. */
type Tape = {
  readonly id: string
  readonly staleAfterMs: number
  readonly clock: Clock
  /** @throws MarketSourceError `bad-setting` where there is nothing to play */
  readonly load: () => Promise<Recording>
}
type Start = { readonly speed: number; readonly from: EpochMs | undefined; readonly isPaused: boolean }

/**
 * Plays recorded candles. Every price shown is one of the file's own, at its own time: a candle's close when it
 * closes, and the next open after a gap. Nothing is interpolated, and nothing of the market's future is visible.
 *
 * @throws never; `start` rejects with `bad-setting` where the folder has nothing to play
 */
export function replaySource({ dir, speed, from, clock }: ReplaySettings): MarketSource {
  const found = lookInto(dir)
  const load = async (): Promise<Recording> => {
    if (found.trouble !== undefined) throw found.trouble
    return await loadRecording(found.files, from)
  }
  const intervals = new Set(found.files.map(({ interval }) => interval))
  const id = `replay:${fingerprintOf(dir, found.files)}`
  return playTape({ id, staleAfterMs: STALE_AFTER_MS[coarsest(intervals)], clock, load }, { speed, from, isPaused: false })
}

function playTape(tape: Tape, start: Start): MarketSource {
  const player = replayClock({ ...start, clock: tape.clock })
  let coins: ReadonlyMap<string, RecordedCoin> = new Map()
  const markets = new Map<string, SyntheticMarket>()
  const followers = beatFollowers(marketsAt(markets))
  let stopBeating = (): void => undefined
  let isStopped = false
  /** Up to where the followers have been told: what is shown is what orders meet. */
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
      const say = (): void => listener.state({ state: 'running', detail: words(recording, player) })
      const beat = (): void => {
        reached = epochMs(reach(player.now()))
        followers.beat(reached)
        if (reached < recording.end) return
        finish()
        listener.state({ state: 'ended', detail: `The recording ended at ${dayText(recording.end)}. Prices stay at its last values.` })
      }
      say()
      stopBeating = every(BEAT_MS, beat)
      const onChange = (): void => {
        beat()
        if (!isStopped) say()
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
  }
}

/** As fast and as paused as `player` is now. */
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

function words({ coins, from, remarks }: Recording, player: ReplayClock): string {
  const speed = player.playingSpeed()
  const pausedAt = player.isPaused() ? dayText(player.now()) : undefined
  return [SOURCE_WORDS.recorded({ coins: coins.length, from: dayText(from), speed, pausedAt }), ...remarks].join(' ')
}
