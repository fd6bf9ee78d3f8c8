import { type EpochMs, epochMs, SECOND_MS } from '@aerie/core/time'
import {
  type HistoryRequest,
  type MarketFollower,
  type MarketListener,
  type MarketRules,
  type MarketSource,
  MarketSourceError,
  type MarketTrade,
  type OrderBook,
  type SyntheticDepth,
} from '@aerie/market/market-source'
import { every } from '@aerie/runtime/ticker'
import type { SourceKind } from '@aerie/wire/market/market'
import type { Bus } from '../../../platform/bus/bus.ts'
import type { Promised } from '../../../platform/bus/held-functions.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { FeedQuestions } from './feed-server.ts'
import {
  type DepthMessage,
  depthChannel,
  type FeedClock,
  type FeedSnapshot,
  MARKET_CHANNEL,
  type MarketMessage,
} from './market-messages.ts'

type Deps = {
  readonly bus: Bus
  /** Asked only once the source has started. */
  readonly feed: () => Promised<FeedQuestions>
  /** Kind until the first answer; the market is stale until then. */
  readonly expectedKind: SourceKind
  /** The other process has another market now: restart with a new source. */
  readonly onReplaced: () => void
  /** Stored candles were added; undefined: some may have been missed, in every series. */
  readonly onFilled: (series: Pick<Extract<MarketMessage, { kind: 'filled' }>, 'symbol' | 'interval'> | undefined) => void
  readonly onError: (error: unknown) => void
}

const LOOK_MS = 250
/** A beat comes each second. */
const SILENT_MS = 3 * SECOND_MS
/** Rules and listings change rarely, and every message of the feed may be lost. */
const SNAPSHOT_EVERY_MS = 30 * SECOND_MS
const FOLLOW_EVERY_MS = 5 * SECOND_MS
const DEPTH_MS = 200
/** Further behind than this by another process's clock, the market is at another moment of a recording. */
const BACK_MS = 60 * SECOND_MS

type Depth = {
  readonly book: OrderBook | undefined
  readonly trades: readonly MarketTrade[]
  readonly synthetic?: SyntheticDepth | undefined
}
type Following = { readonly followers: Set<{ follower: MarketFollower; isInGap: boolean }>; readonly stop: () => void }

/** The market of the process that holds the duty `feed`, over the bus: the same events in the same order, or a gap. */
export function busSource({ bus, feed, expectedKind, onReplaced, onFilled, onError }: Deps): MarketSource {
  let about: FeedSnapshot['source'] = { kind: expectedKind, id: 'unknown', staleAfterMs: 15 * SECOND_MS }
  let node = ''
  let clock: FeedClock = { round: 0, now: 0, speed: 0 }
  let clockAt = performance.now()
  let newest = 0
  let rules: FeedSnapshot['rules'] = {}
  let withoutPrices: ReadonlySet<string> = new Set()
  let listener: MarketListener | undefined
  let receivedAt = 0
  let isSilent = false
  let isResyncing = false
  let snapshotAt = 0
  let stops: (() => void)[] = []
  const following = new Map<string, Following>()
  const depths = new Map<string, { readonly at: number; readonly asked: Promise<Depth> }>()
  let lastDepth = new Map<string, Depth>()

  /** Runs on at the last known speed, so that prices become stale when nothing arrives; never goes back. */
  const now = (): EpochMs => {
    // Whole milliseconds: it is compared with times in the database.
    newest = Math.max(newest, Math.floor(clock.now + (performance.now() - clockAt) * clock.speed))
    return epochMs(newest)
  }
  const setClock = ({ round, now: at, speed, closedBy, isInDoubt, replay }: FeedClock): void => {
    clock = { round, now: at, speed, closedBy, isInDoubt, replay }
    clockAt = performance.now()
    receivedAt = clockAt
  }
  const gapAll = (reason: string): void => {
    for (const { followers } of following.values())
      for (const one of followers) {
        if (!one.isInGap) one.follower.gap({ asOf: now(), reason })
        one.isInGap = true
      }
  }
  /** @returns whether it is the market that this source has shown so far */
  const take = (snapshot: FeedSnapshot): boolean => {
    const isFirst = node === ''
    const isOther = !isFirst && (snapshot.source.id !== about.id || (snapshot.node === node && snapshot.round !== clock.round))
    if (isOther || (!isFirst && snapshot.now < now() - BACK_MS)) return false
    about = snapshot.source
    node = snapshot.node
    rules = snapshot.rules
    withoutPrices = new Set(snapshot.withoutPrices)
    setClock(snapshot)
    snapshotAt = performance.now()
    listener?.listings(snapshot.listings)
    listener?.ticks(snapshot.ticks)
    listener?.state(snapshot.state)
    return true
  }
  const resync = async (isMissing: boolean): Promise<void> => {
    if (isResyncing || listener === undefined) return
    isResyncing = true
    try {
      if (isMissing) gapAll('Prices were interrupted between two processes of this server.')
      if (!take(await feed().snapshot())) return onReplaced()
      if (isMissing) onFilled(undefined)
      if (isMissing) await renewFollows()
    } catch (error) {
      if (!(error instanceof AppError)) onError(error)
    } finally {
      isResyncing = false
    }
  }
  const takeMessage = (message: MarketMessage, from: string): void => {
    if (listener === undefined || node === '') return
    if (from !== node || message.round !== clock.round) return void resync(true)
    setClock(message)
    if (isSilent) {
      isSilent = false
      return void resync(true)
    }
    if (message.kind === 'ticks') listener.ticks(message.ticks)
    else if (message.kind === 'candles') listener.candles(message.candles)
    else if (message.kind === 'listings') listener.listings(message.listings)
    else if (message.kind === 'state') listener.state(message.state)
    else if (message.kind === 'filled') onFilled(message)
    else withoutPrices = new Set(message.withoutPrices)
  }
  const look = (): void => {
    const silentMs = performance.now() - receivedAt
    if (silentMs > SILENT_MS) {
      if (!isSilent) {
        listener?.state({ state: 'stale', detail: 'The process that reads the market does not answer. Prices are not updated.' })
        gapAll('The process that reads the market does not answer.')
      }
      isSilent = true
      void resync(true)
    } else if (performance.now() - snapshotAt > SNAPSHOT_EVERY_MS) void resync(false)
  }
  const renewFollows = async (): Promise<void> => {
    if (following.size === 0) return
    const refused = await feed().follow(bus.node, [...following.keys()])
    for (const [symbol, reason] of Object.entries(refused))
      for (const one of following.get(symbol)?.followers ?? []) {
        if (!one.isInGap) one.follower.gap({ asOf: now(), reason })
        one.isInGap = true
      }
  }
  const renewFollowsQuietly = (): void => {
    renewFollows().catch((error: unknown) => {
      if (!(error instanceof AppError)) onError(error)
    })
  }
  const takeDepth = (followers: Following['followers'], message: DepthMessage): void => {
    for (const one of followers) {
      if (message.kind === 'gap') {
        if (!one.isInGap) one.follower.gap({ asOf: epochMs(message.asOf), reason: message.reason })
        one.isInGap = true
      } else if (message.kind === 'book') {
        one.isInGap = false
        one.follower.book(message.book)
      } else if (!one.isInGap) one.follower.trades(message.trades)
    }
  }
  const open = (symbol: string): Following => {
    const followers: Following['followers'] = new Set()
    const stop = bus.subscribe(depthChannel(symbol), (message) => takeDepth(followers, message as DepthMessage)) // of the feed server
    const one = { followers, stop }
    following.set(symbol, one)
    return one
  }
  const depth = (symbol: string): Promise<Depth> => {
    const kept = depths.get(symbol)
    if (kept !== undefined && performance.now() - kept.at < DEPTH_MS) return kept.asked
    const asked = feed()
      .depth(symbol)
      .catch((error: unknown) => {
        throw new MarketSourceError('unreachable', 'The process that reads the market does not answer.', { cause: error })
      })
    depths.set(symbol, { at: performance.now(), asked })
    asked.then(
      (found) => void lastDepth.set(symbol, found),
      () => void lastDepth.delete(symbol),
    )
    return asked
  }

  return {
    get kind(): SourceKind {
      return about.kind
    },
    get id(): string {
      return about.id
    },
    get staleAfterMs(): number {
      return about.staleAfterMs
    },
    now,
    closedBy: () => epochMs(clock.closedBy ?? now()),
    isInDoubt: () => clock.isInDoubt === true,
    speed: () => clock.speed,
    transport: () => clock.replay && { ...ELSEWHERE, state: () => clock.replay ?? never() },
    start: async (to) => {
      let first: FeedSnapshot
      try {
        first = await feed().snapshot()
      } catch (error) {
        throw new MarketSourceError('unreachable', 'No process of this server reads the market yet.', { cause: error })
      }
      listener = to
      take(first)
      stops = [
        bus.subscribe(MARKET_CHANNEL, (message, from) => takeMessage(message as MarketMessage, from)), // of the feed server
        bus.onGap((channel) => {
          if (channel === undefined || channel === MARKET_CHANNEL) void resync(true)
          for (const [symbol, { followers }] of following)
            if (channel === depthChannel(symbol))
              takeDepth(followers, { kind: 'gap', asOf: now(), reason: 'Some order book updates were missed.' })
        }),
        every(LOOK_MS, look, { onError }),
        every(FOLLOW_EVERY_MS, renewFollowsQuietly),
      ]
      // Between the snapshot and the subscription something may have been published.
      await resync(false)
    },
    stop: async () => {
      listener = undefined
      for (const stop of stops) stop()
      for (const { stop } of following.values()) stop()
      following.clear()
      lastDepth = new Map()
    },
    history: async (request: HistoryRequest) => {
      try {
        return await feed().history(request)
      } catch (error) {
        throw new MarketSourceError('unreachable', 'The process that reads the market does not answer.', { cause: error })
      }
    },
    hasPrices: (symbol) => !withoutPrices.has(symbol),
    book: async (symbol) => (await depth(symbol)).book,
    trades: (symbol) => lastDepth.get(symbol)?.trades ?? [],
    synthetic: (symbol) => lastDepth.get(symbol)?.synthetic,
    follow: (symbol, follower) => {
      if (rules[symbol] === undefined) throw new MarketSourceError('cannot-follow', `${symbol} is not traded here.`)
      const one = { follower, isInGap: true }
      const { followers } = following.get(symbol) ?? open(symbol)
      followers.add(one)
      renewFollowsQuietly()
      return () => {
        followers.delete(one)
        const present = following.get(symbol)
        if (followers.size > 0 || present?.followers !== followers) return
        present.stop()
        following.delete(symbol)
      }
    },
    rules: (symbol): MarketRules | undefined => rules[symbol],
  }
}

/** Commands go to the process that reads the market, see `replayService`. */
const never = (): never => {
  throw new MarketSourceError('bad-setting', 'The replay is controlled in another process.')
}
const ELSEWHERE = { pause: never, play: never, step: never, setSpeed: never, startingAt: never }
