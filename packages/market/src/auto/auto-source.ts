import type { Candle } from '@aerie/core/market/candle'
import { type EpochMs, SECOND_MS } from '@aerie/core/time'
import { type Cancel, pause, systemTimers, type Timers } from '@aerie/upstream/timers'
import type { SourceKind } from '@aerie/wire/market/market'
import type { LiveSource } from '../live/live-source.ts'
import {
  type HistoryRequest,
  type MarketFollower,
  type MarketListener,
  type MarketRules,
  type MarketSource,
  MarketSourceError,
  type MarketTrade,
  type OrderBook,
  type SourceState,
} from '../market-source.ts'

/** Settings of {@link autoSource}. */
export type AutoSettings = {
  /** In order of preference. Must be built with `whenUnreachable: 'reject'`. */
  readonly live: LiveSource | readonly LiveSource[]
  readonly sim: MarketSource
  readonly probeTimeoutMs?: number | undefined
  readonly timers?: Timers | undefined
}

const PROBE_TIMEOUT_MS = 2.5 * SECOND_MS

const LOOK_EVERY_MS = 30 * SECOND_MS

/** Live if reachable at start, else the simulation. Never switches later: prices, candles and forecasts would mix two markets. */
export function autoSource({ live, sim, probeTimeoutMs = PROBE_TIMEOUT_MS, timers = systemTimers }: AutoSettings): MarketSource {
  return new Auto('start' in live ? [live] : live, sim, probeTimeoutMs, timers)
}

class Auto implements MarketSource {
  readonly #live: readonly LiveSource[]
  readonly #probeTimeoutMs: number
  readonly #timers: Timers
  #chosen: MarketSource
  #tried: LiveSource | undefined
  #isStopped = false
  #said: SourceState | undefined
  #reason = ''
  #isInReach = false
  #cancelLook: Cancel | undefined

  constructor(live: readonly LiveSource[], sim: MarketSource, probeTimeoutMs: number, timers: Timers) {
    this.#live = live
    this.#chosen = sim
    this.#probeTimeoutMs = probeTimeoutMs
    this.#timers = timers
  }

  get kind(): SourceKind {
    return this.#chosen.kind
  }

  get id(): string {
    return this.#chosen.id
  }

  get staleAfterMs(): number {
    return this.#chosen.staleAfterMs
  }

  now(): EpochMs {
    return this.#chosen.now()
  }

  closedBy(): EpochMs {
    return this.#chosen.closedBy?.() ?? this.#chosen.now()
  }

  isInDoubt(): boolean {
    return this.#chosen.isInDoubt?.() === true
  }

  speed(): number {
    return this.#chosen.speed()
  }

  async start(listener: MarketListener): Promise<void> {
    const reasons = new Set<string>()
    const trouble = (error: unknown): void => {
      if (this.#isStopped) throw error
      reasons.add(error instanceof MarketSourceError ? error.message : 'it could not be started')
    }
    const started = new Set<LiveSource>()
    for (const { source, answer } of this.#preferences()) {
      try {
        await answer
        if (started.has(source)) continue
        started.add(source)
        await this.#startLive(source, listener)
        return
      } catch (error) {
        trouble(error)
      }
    }
    this.#reason = [...reasons].join(', ')
    await this.#chosen.start({ ...listener, state: (state) => this.#explain(listener, state) })
    this.#lookLater(listener)
  }

  async isLiveInReach(): Promise<boolean> {
    if (this.#chosen.kind === 'live') return false
    const answers = this.#live.map((source) => this.#inTime(source.probeExchange()))
    return Promise.any(answers).then(
      () => true,
      () => false,
    )
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelLook?.()
    await (this.#tried ?? this.#chosen).stop()
  }

  history(request: HistoryRequest, signal?: AbortSignal): Promise<Candle[]> {
    return this.#chosen.history(request, signal)
  }

  hasCandles(symbol: string): boolean {
    return this.#chosen.hasCandles?.(symbol) !== false
  }

  book(symbol: string): Promise<OrderBook | undefined> {
    return this.#chosen.book(symbol)
  }

  trades(symbol: string): readonly MarketTrade[] {
    return this.#chosen.trades(symbol)
  }

  follow(symbol: string, follower: MarketFollower): () => void {
    if (this.#chosen.follow === undefined) throw new MarketSourceError('cannot-follow', 'This market has no books and trades to follow.')
    return this.#chosen.follow(symbol, follower)
  }

  rules(symbol: string): MarketRules | undefined {
    return this.#chosen.rules?.(symbol)
  }

  #lookLater(listener: MarketListener): void {
    if (this.#isStopped) return
    this.#cancelLook = this.#timers.after(LOOK_EVERY_MS, () => void this.#look(listener))
  }

  async #look(listener: MarketListener): Promise<void> {
    this.#isInReach = await this.isLiveInReach()
    if (this.#isStopped) return
    if (this.#said !== undefined) this.#explain(listener, this.#said)
    this.#lookLater(listener)
  }

  #explain(listener: MarketListener, sourceState: SourceState): void {
    this.#said = sourceState
    const more = this.#isInReach
      ? 'Live prices are available now: `npm run aerie -- admin market live` on the server switches to them.'
      : `The live market cannot be reached: ${this.#reason}.`
    listener.state({ state: sourceState.state, detail: `${sourceState.detail} ${more}` })
  }

  async #startLive(source: LiveSource, listener: MarketListener): Promise<void> {
    const simulation = this.#chosen
    this.#tried = source
    // Events emitted during start already belong to the live market, so `kind` and `id` must too.
    this.#chosen = source
    try {
      await source.start(withoutEnd(listener, () => this.#tried === source))
    } catch (error) {
      this.#tried = undefined
      this.#chosen = simulation
      throw error
    }
  }

  #preferences(): { source: LiveSource; answer: Promise<void> }[] {
    const probes = this.#live.map((source) => ({ source, ...source.probe() }))
    const inTime = (answer: Promise<void>): Promise<void> => this.#inTime(answer)
    return [
      ...probes.map(({ source, exchange }) => ({ source, answer: inTime(exchange) })),
      ...probes.map(({ source, list }) => ({ source, answer: inTime(list) })),
    ]
  }

  #inTime(answer: Promise<void>): Promise<void> {
    const late = new AbortController()
    const timeout = pause(this.#timers, this.#probeTimeoutMs, late.signal).then(() => {
      throw new MarketSourceError('unreachable', `no answer within ${this.#probeTimeoutMs / SECOND_MS} s`)
    })
    const first = Promise.race([answer, timeout]).finally(() => late.abort())
    // The race leaves the losing promises unhandled.
    for (const unread of [first, timeout]) unread.catch(() => undefined)
    return first
  }
}

const withoutEnd = (listener: MarketListener, isInUse: () => boolean): MarketListener => ({
  ...listener,
  state: (state) => {
    if (isInUse() && state.state !== 'ended') listener.state(state)
  },
})
