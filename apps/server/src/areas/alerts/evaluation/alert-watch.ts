import { randomUUID } from 'node:crypto'
import { firstPhase } from '@aerie/alerts/condition'
import { type AlertEvaluator, openEvaluator } from '@aerie/alerts/evaluator'
import { marketAlert } from '@aerie/alerts/rule'
import { type Firing, isCool } from '@aerie/alerts/threshold-series'
import type { Candle } from '@aerie/core/market/candle'
import { type Clock, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { ClosedCandle, MarketTick } from '@aerie/market/market-source'
import { serializeByKey } from '@aerie/runtime/serial-queue'
import { type AlertKind, alertKind, alertSentence } from '@aerie/wire/alerts/alert-kinds'
import type { AlertTerms } from '@aerie/wire/alerts/alert-rows'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/db/client.ts'
import type { MarketService } from '../../market/index.ts'
import type { StoredAlert, StoredFiring } from '../alert-rows.ts'
import { bodyOf } from '../alert-terms.ts'
import { firingText } from '../alert-text.ts'
import { type Enqueue, type KeptPhase, markOf, type NewFiring, storeFirings, storePhases } from '../firings/firing-store.ts'
import { alertRepository } from '../store.ts'
import type { PresentPhase } from './alert-listener.ts'
import { type Caught, catchUp, type HistoryMarket, NOTHING_CAUGHT, pastSince, whenKnown } from './catch-up.ts'
import { type CoolDowns, coolDowns, type DeliveryStatesOf } from './cool-downs.ts'
import { heldMarket, minuteOf } from './held-market.ts'
import { cooldownOf, rememberEvent, type WatchedAlert, watchedAlert, windowOf } from './watched-alert.ts'
import { writeQueue } from './write-queue.ts'

class FedAlerts {
  readonly #alerts = new Map<string, WatchedAlert>()
  /** By kind and user. */
  readonly #groups = new Map<string, Set<WatchedAlert>>()

  set(watched: WatchedAlert): void {
    const { id, userId, terms } = watched.row
    this.delete(id)
    if (alertKind(terms.kind).isOnPrices) return
    this.#alerts.set(id, watched)
    const key = keyOf(terms.kind, userId)
    const group = this.#groups.get(key)
    if (group === undefined) this.#groups.set(key, new Set([watched]))
    else group.add(watched)
  }

  delete(id: string): void {
    const before = this.#alerts.get(id)
    if (before === undefined) return
    this.#alerts.delete(id)
    const key = keyOf(before.row.terms.kind, before.row.userId)
    const group = this.#groups.get(key)
    group?.delete(before)
    if (group?.size === 0) this.#groups.delete(key)
  }

  ofKind(kind: AlertKind): WatchedAlert[] {
    return [...this.#alerts.values()].filter(({ row }) => row.kind === kind)
  }

  of(kind: AlertKind, userId: string): WatchedAlert[] {
    return [...(this.#groups.get(keyOf(kind, userId)) ?? [])]
  }

  has(kind: AlertKind, userId: string): boolean {
    return this.#groups.has(keyOf(kind, userId))
  }
}

const keyOf = (kind: string, userId: string): string => `${kind} ${userId}`

function pausedUsers() {
  const users = new Set<string>()
  let changedUsers: Set<string> | undefined = new Set()
  return {
    has: (userId: string): boolean => users.has(userId),
    set(userId: string, isPaused: boolean): void {
      changedUsers?.add(userId)
      if (isPaused) users.add(userId)
      else users.delete(userId)
    },
    /** Loads stored users, except those changed meanwhile. @throws what `read` throws */
    async load(read: () => Promise<readonly string[]>): Promise<void> {
      for (const userId of await read()) if (changedUsers?.has(userId) !== true) users.add(userId)
      changedUsers = undefined
    },
  }
}

type Deps = { readonly clock: Clock; readonly hub: Pick<MarketService['hub'], 'now' | 'speed'> }

/** End dates use this server's clock, even in a replay, where the market's clock differs. */
function alertDates({ clock, hub }: Deps) {
  const isOverBy = ({ row: { terms } }: WatchedAlert, now: number): boolean =>
    terms.expires_at !== undefined && Date.parse(terms.expires_at) <= now
  /** Converts market time to server time, scaled by replay speed and never in the future. */
  const seenAt = (at: number): number => clock.now() - Math.max(0, hub.now() - at) / Math.max(1, hub.speed())
  return {
    isOver: (watched: WatchedAlert): boolean => isOverBy(watched, clock.now()),
    /** Whether it had expired when the event happened. Unlocks use the server's clock, not the market's. */
    wasOver: (watched: WatchedAlert, at: number): boolean => isOverBy(watched, watched.row.kind === 'unlock' ? at : seenAt(at)),
  }
}

export type WatchMarket = HistoryMarket &
  Pick<MarketService, 'onTicks' | 'onClosedCandles' | 'sourceId' | 'rules'> & {
    readonly hub: Pick<MarketService['hub'], 'now' | 'speed' | 'kind'>
  }

export type WatchDeps = {
  readonly db: Db
  readonly market: WatchMarket
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly enqueue: Enqueue
  readonly deliveryStatesOf: DeliveryStatesOf
  readonly onFired: (firings: readonly StoredFiring[]) => Promise<void>
  /** Another process holds the lease, or memory is too far ahead of storage. */
  readonly onLost: () => void
  readonly term: number
}

export type AlertEvent = {
  readonly key: string
  readonly at: number
  readonly value?: number
  readonly isLate?: boolean
  readonly what?: string | undefined
}

/** The first firings of a large batch are written separately to reduce their latency. */
const FIRST_CHUNK = 10
const CHUNK = 500
const VOLUME_REACH = 21
const KNOWN_WITHIN_MS = 30 * SECOND_MS
/** A tick older than its predecessor by more than this indicates a clock change. */
const JUMP_MS = MINUTE_MS
const PRESENT_MS = MINUTE_MS
/** Without alerts the stored time is needed only by one that is created next. */
const KEEP_IDLE_MS = 15 * SECOND_MS

const endOf = (time: number): number => time * SECOND_MS + MINUTE_MS - 1

export class AlertWatch {
  readonly sourceId: string
  readonly fed = new FedAlerts()
  readonly #deps: WatchDeps
  readonly #evaluator: AlertEvaluator = openEvaluator()
  readonly #alerts = new Map<string, WatchedAlert>()
  readonly #paused = pausedUsers()
  readonly #dates: ReturnType<typeof alertDates>
  readonly #queue: ReturnType<typeof writeQueue>
  readonly #held = heldMarket()
  readonly #coolDowns: CoolDowns
  readonly #tasks = serializeByKey({ maxWaiting: 200_000 })
  readonly #last = new Map<string, { at: number; readonly price: number }>()
  readonly #lastMinute = new Map<string, number>()
  readonly #over = new AbortController()
  readonly #stops: (() => void)[] = []
  /** The newest one, unless it is being written. */
  #batch: Batch | undefined
  #isLoaded = false
  #keptAt = 0

  constructor(deps: WatchDeps) {
    this.#deps = deps
    this.sourceId = deps.market.sourceId()
    this.#coolDowns = coolDowns({ ...deps, marketNow: () => deps.market.hub.now() })
    this.#dates = alertDates({ clock: deps.clock, hub: deps.market.hub })
    const onTrouble = (error: unknown): void => deps.logger.warn({ err: error }, 'firings could not be stored; trying again')
    this.#queue = writeQueue({ onTrouble, onFenced: deps.onLost })
  }

  count(): number {
    return this.#alerts.size
  }

  find(id: string): WatchedAlert | undefined {
    return this.#alerts.get(id)
  }

  /** Phase of a new alert at a current price, so that the next crossing fires. Orders that were filled before it are not reported late. */
  present(terms: AlertTerms): PresentPhase | undefined {
    const last = this.#last.get(terms.symbol ?? '')
    const now = this.#deps.market.hub.now()
    if (terms.kind === 'order_filled') return { phase: 'fresh', sourceId: this.sourceId, judgedAt: Math.floor(now) }
    const condition = terms.kind === 'price' ? marketAlert('', bodyOf(terms))?.alert.condition : undefined
    if (last === undefined || condition === undefined || now - last.at >= PRESENT_MS) return undefined
    return { phase: firstPhase(condition, last.price), sourceId: this.sourceId, judgedAt: Math.floor(now) }
  }

  ofKind(kind: AlertKind): WatchedAlert[] {
    return this.fed.ofKind(kind)
  }

  async start(): Promise<void> {
    const { market, db } = this.#deps
    this.#stops.push(
      market.onTicks((ticks) => this.#hearTicks(ticks)),
      market.onClosedCandles((candles) => this.#hearCandles(candles)),
    )
    const mark = await markOf(db, this.sourceId)
    const stored = alertRepository(db)
    await this.#paused.load(stored.pausedUsers)
    // Changes received during the load are newer than its result.
    for (const row of await stored.allActive()) if (!this.#alerts.has(row.id) && !this.#paused.has(row.userId)) this.#enter(row)
    await this.#coolDowns.look()
    const bySymbol = Map.groupBy(this.#alerts.values(), ({ coin }) => coin?.symbol ?? '')
    for (const symbol of bySymbol.keys()) if (symbol !== '') this.#held.begin(symbol)
    this.#isLoaded = true
    for (const symbol of this.#held.symbols()) if (!bySymbol.has(symbol)) this.#release(symbol)
    await Promise.all([...bySymbol.keys()].filter(Boolean).map((symbol) => this.#begin(symbol, mark)))
  }

  changed(rows: readonly StoredAlert[]): void {
    for (const row of rows) {
      this.removed(row.id)
      if (row.state === 'active' && !this.#paused.has(row.userId)) this.#join(this.#enter(row))
    }
    void this.#coolDowns.look()
  }

  removed(id: string): void {
    this.#alerts.delete(id)
    this.fed.delete(id)
    this.#coolDowns.forget(id)
    this.#evaluator.remove(id)
  }

  /** Resumed alerts start over, as nothing was judged while paused. */
  paused(userId: string, isPaused: boolean, rows: readonly StoredAlert[]): void {
    this.#paused.set(userId, isPaused)
    this.changed(rows.map((row) => ({ ...row, phase: 'fresh' })))
  }

  signal(symbol: string, name: string, value: number, what?: string): void {
    if (Number.isFinite(value)) this.#fire(this.#evaluator.handleSignal(symbol, name, value, this.#deps.market.hub.now()), false, what)
  }

  event(id: string, { key, at, value, isLate = false, what }: AlertEvent): void {
    const watched = this.#alerts.get(id)
    if (watched === undefined || watched.firedEvents.has(key) || this.#dates.wasOver(watched, at)) return
    const { state } = watched
    if (!isCool(state, { at, cooldownMs: cooldownOf(watched) })) return
    rememberEvent(watched, key)
    state.firedAt = Math.max(at, state.firedAt ?? at)
    state.coolingSince = 'untold'
    // Storage may have this event from before a restart, so the database counts firings.
    this.#write([this.#newFiring(watched, { at, value, threshold: undefined, event: key, isLate, firings: null, what })])
  }

  /** Skipped while any coin is still catching up. */
  keep(): void {
    if (!this.#isLoaded || !this.#held.isEmpty()) return
    const at = Math.floor(this.#deps.market.hub.now())
    const expired = [...this.#alerts.values()].filter(this.#dates.isOver).map(({ row }) => row.id)
    for (const id of expired) this.removed(id)
    const phases: KeptPhase[] = []
    for (const watched of this.#alerts.values()) {
      const { phase } = watched.state
      if (watched.coin === undefined || phase === watched.savedPhase) continue
      watched.savedPhase = phase
      phases.push({ alert: watched.row.id, version: watched.row.version, phase })
    }
    const isIdle = this.#alerts.size === 0 && expired.length === 0
    if (isIdle && Math.abs(at - this.#keptAt) < KEEP_IDLE_MS) return
    this.#keptAt = at
    const { db, term } = this.#deps
    // Later firings must be stored after these phases.
    this.#batch = undefined
    this.#queue.push(() => storePhases(db, term, { sourceId: this.sourceId, at, phases, expired }))
  }

  /** Checks deliveries, which start cool-downs. @throws never */
  lookAtCoolDowns(): Promise<void> {
    return this.#coolDowns.look()
  }

  idle(): Promise<void> {
    return this.#queue.idle()
  }

  mute(): void {
    for (const stop of this.#stops.splice(0)) stop()
    this.#over.abort()
  }

  close(): void {
    this.mute()
    this.#queue.close()
  }

  #enter(row: StoredAlert): WatchedAlert {
    const tickOf = (symbol: string): number => Number(this.#deps.market.rules(symbol)?.tick ?? 0)
    const watched = watchedAlert(row, { sourceId: this.sourceId, tickOf })
    this.#alerts.set(row.id, watched)
    this.fed.set(watched)
    this.#coolDowns.resume(watched)
    return watched
  }

  /** Alerts with a window need its history first. */
  #join(watched: WatchedAlert): void {
    const { coin } = watched
    if (coin === undefined || !this.#isLoaded) return
    if (windowOf(watched) === undefined && !this.#held.has(coin.symbol)) this.#evaluator.add(coin)
    else {
      this.#held.begin(coin.symbol)
      void this.#begin(coin.symbol, undefined, [watched])
    }
  }

  /** Judges a coin's history since `mark`, then the ticks buffered meanwhile. */
  async #begin(symbol: string, mark: number | undefined, only?: readonly WatchedAlert[]): Promise<void> {
    const caught = await this.#tasks.run(symbol, async () => {
      const mine = only ?? [...this.#alerts.values()].filter(({ coin }) => coin?.symbol === symbol)
      const past = await this.#pastOf(symbol, mark, mine).catch((error: unknown) => {
        this.#deps.logger.warn({ err: error, symbol }, 'the past of a coin could not be judged')
        return []
      })
      if (this.#over.signal.aborted) return undefined
      const watched = mine.filter((one) => this.#alerts.get(one.row.id) === one)
      const onFired = (firings: readonly Firing[]): void => this.#fire(firings, true)
      const heldFrom = this.#held.firstAt(symbol)
      return catchUp({ evaluator: this.#evaluator, symbol, alerts: watched, mark, past, heldFrom, onFired })
    })
    this.#release(symbol, caught)
  }

  /** Judges buffered data, except minutes already judged from candles. */
  #release(symbol: string, { judged, held }: Caught = NOTHING_CAUGHT): void {
    const { ticks, minutes } = this.#held.release(symbol)
    for (const tick of ticks) if (!judged.has(minuteOf(tick))) this.#hearTick(tick)
    const closed = [...held, ...minutes].sort((a, b) => a.time - b.time)
    for (const candle of closed) if (!judged.has(candle.time)) this.#hearMinute(symbol, candle)
  }

  async #pastOf(symbol: string, mark: number | undefined, mine: readonly WatchedAlert[]) {
    const { market } = this.#deps
    const isCoin = mine.some(({ row }) => row.symbol === symbol)
    // A loop: spreading this many alerts could exceed the argument limit.
    const reach = mine.reduce((most, one) => Math.max(most, (windowOf(one) ?? 0) * (one.row.kind === 'volume' ? VOLUME_REACH : 1)), 0)
    if (!isCoin || (mark === undefined && reach === 0)) return []
    const from = (mark ?? market.hub.now()) - reach
    if (mark !== undefined) await whenKnown(market, symbol, { from: mark, mostMs: KNOWN_WITHIN_MS, signal: this.#over.signal })
    return pastSince(market, symbol, from)
  }

  #hearTicks(ticks: readonly MarketTick[]): void {
    for (const tick of ticks) {
      if (this.#isHeld(tick.symbol)) this.#held.tick(tick)
      else this.#hearTick(tick)
    }
  }

  /** Until all alerts are loaded, any coin may have one. */
  #isHeld(symbol: string): boolean {
    return !this.#isLoaded || this.#held.has(symbol)
  }

  #hearTick({ symbol, price, asOf }: MarketTick): void {
    const last = this.#last.get(symbol)?.at ?? 0
    const isJump = last - asOf > JUMP_MS
    if (isJump) this.#restart(symbol)
    const at = isJump ? asOf : Math.max(last, asOf)
    this.#last.set(symbol, { at, price })
    const firings = this.#evaluator.handle({ symbol, at, price })
    if (firings.length > 0) this.#fire(firings, false)
  }

  /** The clock was set back: discard windows containing future values. */
  #restart(symbol: string): void {
    const mine = [...this.#alerts.values()].filter(({ coin }) => coin?.symbol === symbol)
    for (const { row } of mine) this.#evaluator.remove(row.id)
    for (const { coin } of mine) if (coin !== undefined) this.#evaluator.add(coin)
    this.#last.delete(symbol)
    this.#lastMinute.delete(symbol)
  }

  #hearCandles(candles: readonly ClosedCandle[]): void {
    for (const { symbol, interval, candle } of candles) {
      if (interval !== '1m') continue
      if (this.#isHeld(symbol)) this.#held.minute(symbol, candle)
      else this.#hearMinute(symbol, candle)
    }
  }

  /** Ignores corrections of past minutes; if the last minute is in the future, the clock was set back. */
  #hearMinute(symbol: string, { time, volume }: Candle): void {
    const last = this.#lastMinute.get(symbol) ?? 0
    if (time <= last) {
      if (endOf(last) - this.#deps.market.hub.now() <= JUMP_MS) return
      this.#restart(symbol)
    }
    this.#lastMinute.set(symbol, time)
    this.#fire(this.#evaluator.handleVolume(symbol, volume, endOf(time)), false)
  }

  #fire(firings: readonly Firing[], isLate: boolean, what?: string): void {
    const fired = firings.flatMap((firing) => {
      const watched = this.#alerts.get(firing.id)
      return watched === undefined || this.#dates.wasOver(watched, firing.at)
        ? []
        : [this.#newFiring(watched, { ...firing, event: `#${firing.number}`, isLate, firings: watched.state.firings, what })]
    })
    if (fired.length > 0) this.#write(fired)
  }

  #newFiring(watched: WatchedAlert, of: Pick<Firing, 'at'> & FiringInput): FiringFacts {
    const { row, state } = watched
    const seen = this.#deps.clock.now()
    const isOver = row.terms.repeat === 'once'
    if (isOver) this.removed(row.id)
    watched.savedPhase = state.phase
    this.#coolDowns.forget(row.id)
    const sourceKind = row.kind === 'unlock' ? undefined : this.#deps.market.hub.kind()
    const at = Math.floor(of.at)
    return {
      id: randomUUID(),
      alert: row.id,
      version: row.version,
      event: of.event,
      terms: row.terms,
      what: of.what,
      at,
      seen,
      late: of.isLate,
      value: of.value ?? null,
      threshold: of.threshold ?? null,
      source: sourceKind === undefined ? null : this.sourceId,
      kind: sourceKind ?? null,
      state: isOver ? 'done' : 'active',
      phase: state.phase,
      firings: of.firings,
    }
  }

  /** Firings join the batch that is not being written yet. One transaction counts one firing an alert, so the next one starts a new batch. */
  #write(fired: readonly FiringFacts[]): void {
    for (const firing of fired) {
      let batch = this.#batch
      if (batch === undefined || batch.firings.size >= batch.most || batch.firings.has(firing.alert)) batch = this.#newBatch()
      batch.firings.set(firing.alert, firing)
    }
  }

  #newBatch(): Batch {
    const { db, term, enqueue, onFired, logger } = this.#deps
    const batch: Batch = { firings: new Map(), most: this.#queue.waiting() === 0 ? FIRST_CHUNK : CHUNK }
    this.#batch = batch
    this.#queue.push(async () => {
      if (this.#batch === batch) this.#batch = undefined
      const firings = [...batch.firings.values()]
      const stored = await storeFirings(db, term, { firings: firings.map(withText), enqueue })
      // Notified before the next batch is written, which keeps the order.
      if (stored.length > 0)
        await onFired(stored).catch((error: unknown) => logger.warn({ err: error }, 'the user could not be notified of a firing'))
      await this.#beginCoolDowns(firings)
    })
    return batch
  }

  async #beginCoolDowns(fired: readonly FiringFacts[]): Promise<void> {
    for (const { alert } of fired) {
      const watched = this.#alerts.get(alert)
      if (watched !== undefined) this.#coolDowns.follow(watched)
    }
    await this.#coolDowns.look()
  }
}

type FiringInput = {
  readonly value: number | undefined
  readonly threshold: number | undefined
  readonly event: string
  readonly isLate: boolean
  readonly firings: number | null
  readonly what?: string | undefined
}

/** Its texts are made when it is written, so that the first firings of a large batch are not delayed. */
type FiringFacts = Omit<NewFiring, 'title' | 'text'> & { readonly terms: AlertTerms; readonly what: string | undefined }

/** At most one firing an alert. */
type Batch = { readonly firings: Map<string, FiringFacts>; readonly most: number }

function withText({ terms, what, ...firing }: FiringFacts): NewFiring {
  const { at, seen, late, kind, value } = firing
  const details = { what, value: value ?? undefined, sourceKind: kind ?? undefined, at, seenAt: seen, isLate: late }
  return { ...firing, title: alertSentence(terms), text: firingText(terms, details) }
}
