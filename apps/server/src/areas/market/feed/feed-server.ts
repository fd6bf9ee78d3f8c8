import { type EpochMs, epochMs, SECOND_MS } from '@aerie/core/time'
import type { HistoryRequest, Listing, MarketRules, MarketSource, MarketTick } from '@aerie/market/market-source'
import { every } from '@aerie/runtime/ticker'
import type { FastifyBaseLogger } from 'fastify'
import type { Bus } from '../../../platform/bus/bus.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { MarketService } from '../service.ts'
import {
  type DepthMessage,
  depthChannel,
  type FeedClock,
  type FeedSnapshot,
  MARKET_CHANNEL,
  type MarketMessage,
} from './market-messages.ts'

const BEAT_MS = SECOND_MS
/** A process renews what it follows every five seconds. */
const FOLLOWED_FOR_MS = 15 * SECOND_MS
const SYNTHETIC_TRADES = 50

type Deps = { readonly bus: Bus; readonly market: MarketService; readonly logger: FastifyBaseLogger }
type Following = { readonly stop: () => void; readonly followers: Map<string, number>; last: DepthMessage | undefined }
/** A message without the clock, which `publish` adds. */
type Part<T> = T extends unknown ? Omit<T, keyof FeedClock> : never

/** Publishes this process's market to the others and answers their questions, while it holds the duty. */
export function feedServer({ bus, market, logger }: Deps) {
  const listings = new Map<string, Listing>()
  const followed = new Map<string, Following>()
  let stops: (() => void)[] = []
  const source = (): MarketSource => market.source()
  const clock = (): FeedClock => {
    const one = source()
    return {
      round: market.round(),
      now: one.now(),
      speed: one.speed(),
      closedBy: one.closedBy?.(),
      isInDoubt: one.isInDoubt?.(),
      replay: one.transport?.()?.state(),
    }
  }
  const publish = (message: Part<MarketMessage>): void => bus.publish(MARKET_CHANNEL, { ...clock(), ...message })
  const withoutPrices = (): string[] => market.hub.listedSymbols().filter((symbol) => !market.hub.hasPrices(symbol))
  const dropAll = (): void => {
    for (const { stop } of followed.values()) stop()
    followed.clear()
  }
  const follow = (symbol: string): Following => {
    const channel = depthChannel(symbol)
    const send = (message: DepthMessage): void => {
      // The first call may come before `follow` returns.
      const one = followed.get(symbol)
      if (one !== undefined && message.kind !== 'trades') one.last = message
      bus.publish(channel, message)
    }
    const one: Following = { stop: () => stop(), followers: new Map(), last: undefined }
    followed.set(symbol, one)
    let stop = (): void => undefined
    try {
      stop = market.follow(symbol, {
        book: (book) => send({ kind: 'book', book }),
        trades: (trades) => send({ kind: 'trades', trades }),
        gap: (gap) => send({ kind: 'gap', ...gap }),
      })
    } catch (error) {
      followed.delete(symbol)
      throw new AppError('rule_broken', {
        reason: 'market_not_followed',
        detail: error instanceof Error ? error.message : String(error),
        cause: error,
      })
    }
    return one
  }
  const dropUnused = (): void => {
    const before = performance.now() - FOLLOWED_FOR_MS
    for (const [symbol, { stop, followers }] of followed) {
      for (const [node, seenAt] of followers) if (seenAt < before) followers.delete(node)
      if (followers.size > 0) continue
      stop()
      followed.delete(symbol)
    }
  }
  return {
    /** Questions of the other processes. */
    questions: {
      snapshot: async (): Promise<FeedSnapshot> => {
        const one = source()
        const symbols = market.hub.listedSymbols()
        const withRules = symbols.flatMap((symbol): [string, MarketRules][] => {
          const found = one.rules?.(symbol)
          return found === undefined ? [] : [[symbol, found]]
        })
        return {
          ...clock(),
          node: bus.node,
          source: { kind: one.kind, id: one.id, staleAfterMs: one.staleAfterMs },
          state: market.hub.sourceState(),
          listings: [...listings.values()],
          ticks: symbols.flatMap((symbol) => ticksOf(market, symbol)),
          withoutPrices: withoutPrices(),
          rules: Object.fromEntries(withRules),
        }
      },
      history: async (request: HistoryRequest) => source().history({ ...request, from: asTime(request.from), to: asTime(request.to) }),
      depth: async (symbol: string) => ({
        book: await source().book(symbol),
        trades: source().trades(symbol),
        synthetic: source().synthetic?.(symbol, SYNTHETIC_TRADES),
      }),
      /** Repeat every few seconds for all followed symbols. @returns why some cannot be followed */
      follow: async (node: string, symbols: readonly string[]): Promise<Record<string, string>> => {
        const refused: Record<string, string> = {}
        for (const symbol of symbols) {
          try {
            const one = followed.get(symbol) ?? follow(symbol)
            if (!one.followers.has(node) && one.last !== undefined) bus.publish(depthChannel(symbol), one.last)
            one.followers.set(node, performance.now())
          } catch (error) {
            if (!(error instanceof AppError)) throw error
            refused[symbol] = error.detail
          }
        }
        return refused
      },
    },
    start: (): void => {
      const onError = (error: unknown): void => logger.error({ err: error }, 'the market could not be published')
      stops = [
        market.onEvent({
          ticks: (ticks) => publish({ kind: 'ticks', ticks }),
          candles: (candles) => publish({ kind: 'candles', candles }),
          listings: (found) => {
            for (const listing of found) listings.set(listing.symbol, listing)
            publish({ kind: 'listings', listings: found })
          },
          state: (state) => publish({ kind: 'state', state }),
        }),
        market.onHistoryFilled((symbol, interval) => publish({ kind: 'filled', symbol, interval })),
        market.onReset(() => {
          listings.clear()
          dropAll()
        }),
        every(BEAT_MS, () => publish({ kind: 'beat', withoutPrices: withoutPrices() }), { onError }),
        every(FOLLOWED_FOR_MS / 3, dropUnused, { onError }),
      ]
    },
    stop: (): void => {
      for (const stop of stops) stop()
      stops = []
      dropAll()
    },
  }
}

export type FeedQuestions = ReturnType<typeof feedServer>['questions']

const ticksOf = ({ hub }: MarketService, symbol: string): readonly MarketTick[] => {
  const tick = hub.state(symbol)?.tick
  return tick === undefined ? [] : [tick]
}

const asTime = (value: number): EpochMs => epochMs(value)
