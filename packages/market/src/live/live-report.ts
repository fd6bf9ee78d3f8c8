import { type EpochMs, elapsedMs, epochMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { CoolDown } from '@aerie/upstream/circuit-breaker'
import type { Environment } from '@aerie/upstream/environment'
import type { Cancel } from '@aerie/upstream/timers'
import { clockText, untilText } from '@aerie/upstream/upstream-error'
import type { SourceState } from '../market-source.ts'
import type { Health } from './exchange-feed.ts'
import type { HeldPrice } from './prices/price-guard.ts'

const FAULT_KEPT_MS = 5 * MINUTE_MS
const FAULTS_MOST = 3
const LOOK_EVERY_MS = 10 * SECOND_MS
/** Outages shorter than this are not reported. */
const BLINK_MS = 3 * SECOND_MS

/** State of a provider. */
export class Provider implements ProviderView {
  readonly title: string
  isUp: boolean | undefined
  message = ''
  since: EpochMs | undefined
  failures = 0

  constructor(title: string) {
    this.title = title
  }

  take(health: Health): void {
    this.failures = health.isUp ? 0 : this.failures + 1
    this.isUp = health.isUp
    this.message = health.isUp ? '' : health.message
  }
}

/** Dependencies of {@link LiveReport}. */
export type ReportDeps = {
  readonly env: Environment
  readonly held: () => readonly HeldPrice[]
  readonly report: (state: SourceState) => void
  readonly away: () => void
}

/** State of the live market: two providers, and temporary remarks. */
export class LiveReport {
  readonly exchange: Provider
  readonly list = new Provider('CoinGecko')
  readonly #deps: ReportDeps
  readonly #faults = new Map<string, number>()
  #quiet: { readonly until: EpochMs; readonly message: string; readonly endsAt: number } | undefined
  #missing = 0
  #isBlinking = false
  #cancelBlink: Cancel | undefined
  #cancelLook: Cancel | undefined
  #said: SourceState | undefined
  #isStopped = false

  constructor(exchangeTitle: string, deps: ReportDeps) {
    this.exchange = new Provider(exchangeTitle)
    this.#deps = deps
  }

  takeExchange(health: Health): void {
    if (this.exchange.isUp && !health.isUp) this.#blink()
    this.exchange.take(health)
    if (health.isUp) this.#endBlink()
    this.report()
  }

  takeList(health: Health): void {
    this.list.take(health)
    this.report()
  }

  fault(what: string): void {
    if (!this.#faults.has(what) && this.#faults.size >= FAULTS_MOST) return
    this.#faults.set(what, this.#elapsed())
    this.report()
  }

  quiet({ forMs, message }: CoolDown): void {
    this.#quiet = { until: epochMs(this.#deps.env.clock.now() + forMs), message, endsAt: this.#elapsed() + forMs }
    this.report()
  }

  missing(series: number): void {
    this.#missing = series
    this.report()
  }

  report(): void {
    if (this.#isBlinking || this.#isStopped) return
    this.#forget()
    const held = this.#deps.held()
    const next = describe(this.exchange, this.list, { quiet: this.#quiet, missing: this.#missing, held, faults: [...this.#faults.keys()] })
    this.#lookLater(held.length > 0 || this.#faults.size > 0 || this.#quiet !== undefined)
    if (next.state === this.#said?.state && next.detail === this.#said.detail) return
    this.#said = next
    this.#deps.report(next)
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelBlink?.()
    this.#cancelLook?.()
  }

  #elapsed(): number {
    return elapsedMs(this.#deps.env.clock)
  }

  #forget(): void {
    const now = this.#elapsed()
    for (const [what, at] of this.#faults) if (now - at >= FAULT_KEPT_MS) this.#faults.delete(what)
    if (this.#quiet !== undefined && this.#quiet.endsAt <= now) this.#quiet = undefined
  }

  #lookLater(isNeeded: boolean): void {
    this.#cancelLook?.()
    this.#cancelLook = isNeeded ? this.#deps.env.timers.after(LOOK_EVERY_MS, () => this.report()) : undefined
  }

  #blink(): void {
    this.#isBlinking = true
    this.#cancelBlink?.()
    this.#cancelBlink = this.#deps.env.timers.after(BLINK_MS, () => {
      this.#endBlink()
      this.#deps.away()
      this.report()
    })
  }

  #endBlink(): void {
    this.#cancelBlink?.()
    this.#isBlinking = false
  }
}

type ProviderView = {
  readonly title: string
  readonly isUp: boolean | undefined
  /** Error as a clause that follows the title. */
  readonly message: string
  readonly since: EpochMs | undefined
}

type Remarks = {
  /** REST is paused until then, although the stream works. */
  readonly quiet: { readonly until: EpochMs; readonly message: string } | undefined
  readonly missing: number
  readonly held: readonly HeldPrice[]
  readonly faults: readonly string[]
}

const HELD_NAMED = 3

/** Must not contain URLs or keys. */
function describe(exchange: ProviderView, list: ProviderView, remarks: Remarks): SourceState {
  const more = remarkText(exchange, remarks)
  if (exchange.isUp) return { state: 'running', detail: `Live prices from ${exchange.title}.${listText(list)}${more}` }
  if (exchange.isUp === undefined) return { state: 'starting', detail: `Connecting to ${exchange.title}.${listText(list)}${more}` }
  const since = exchange.since === undefined ? '' : ` (last heard ${clockText(exchange.since)})`
  const rest = list.isUp
    ? `prices are those of ${list.title}, up to five minutes old`
    : `${list.title} ${list.isUp === undefined ? 'has not responded yet' : list.message}; prices are the last known ones`
  return { state: 'stale', detail: `${exchange.title} ${exchange.message}${since}; ${rest}. Trying again.${more}` }
}

function listText(list: ProviderView): string {
  if (list.isUp) return ''
  const age = list.since === undefined ? 'market caps are not known' : `market caps are as of ${clockText(list.since)}`
  return list.isUp === undefined ? ` Waiting for ${list.title}.` : ` ${list.title} ${list.message}; ${age}. Trying again.`
}

function remarkText(exchange: ProviderView, { quiet, missing, held, faults }: Remarks): string {
  const sentences: string[] = []
  if (quiet !== undefined && exchange.isUp)
    sentences.push(`${exchange.title} ${quiet.message} ${untilText(quiet.until)}: candles and order books are on hold.`)
  if (missing > 0) sentences.push(`Incomplete candle series: ${missing}. Loading them again.`)
  if (held.length > 0) sentences.push(`Held back until confirmed: ${heldText(held)}.`)
  if (faults.length > 0) sentences.push(`Ignored as implausible: ${faults.join(', ')}.`)
  return sentences.map((sentence) => ` ${sentence}`).join('')
}

function heldText(held: readonly HeldPrice[]): string {
  const named = held
    .slice(0, HELD_NAMED)
    .map(({ symbol, price, shown }) => `${symbol} at ${price}${shown === undefined ? '' : ` (was ${shown})`}`)
  const rest = held.length - named.length
  return rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ')
}
