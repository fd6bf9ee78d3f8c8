import { type Clock, elapsedMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { backoffMs, type Random } from '@aerie/runtime/backoff'
import { type FailureKind, UpstreamError } from './upstream-error.ts'

const BREAK_AFTER = 5
/** Short: recovery is noticed within ten seconds. */
const BREAK = { baseMs: SECOND_MS, capMs: 8 * SECOND_MS, leastMs: 500 }
/** A region block lasts longer. */
const REGION = { baseMs: MINUTE_MS, capMs: 15 * MINUTE_MS, leastMs: 30 * SECOND_MS }
const REGION_CODE = 451
/** Default cool-down before jitter, if the provider named no time. */
const QUIET_MS: Partial<Record<FailureKind, number>> = { 'rate-limited': MINUTE_MS, banned: 2 * MINUTE_MS }

/** Cool-down requested by a provider (429, 418), and its message. */
export type CoolDown = { readonly forMs: number; readonly message: string }

/** Breaker per provider: open during a requested cool-down (429, 418) and after five consecutive failures; then one call probes. */
export class CircuitBreaker {
  readonly #clock: Clock
  readonly #random: Random
  readonly #onQuiet: (quiet: CoolDown) => void
  #failures = 0
  /** Both on the monotonic clock: wall-clock changes must not affect the breaker. */
  #quietUntil = Number.NEGATIVE_INFINITY
  #brokenUntil = Number.NEGATIVE_INFINITY
  #isTrying = false
  #last: UpstreamError | undefined

  constructor(clock: Clock, random: Random, onQuiet: (quiet: CoolDown) => void = () => undefined) {
    this.#clock = clock
    this.#random = random
    this.#onQuiet = onQuiet
  }

  get failures(): number {
    return this.#failures
  }

  waitMs(): number {
    const wait = Math.max(0, Math.max(this.#quietUntil, this.#brokenUntil) - elapsedMs(this.#clock))
    if (wait > 0) return wait
    return this.#failures >= BREAK_AFTER && this.#isTrying ? SECOND_MS : 0
  }

  reason(waitMs: number): UpstreamError {
    return new UpstreamError(this.#last?.kind ?? 'rate-limited', this.#last?.message ?? 'asks us to wait', { retryAfterMs: waitMs })
  }

  entered(): void {
    this.#isTrying = true
  }

  succeeded(): void {
    this.#failures = 0
    this.#isTrying = false
  }

  /** Data arrives another way (the socket): closes the breaker; a requested cool-down stays. */
  reset(): void {
    this.succeeded()
    this.#brokenUntil = Number.NEGATIVE_INFINITY
  }

  failed(error: UpstreamError): void {
    this.#isTrying = false
    if (error.kind === 'refused' || error.kind === 'aborted') return
    this.#failures += 1
    this.#last = error
    const usual = QUIET_MS[error.kind]
    if (usual !== undefined) this.#keepQuiet(error, error.retryAfterMs ?? usual + Math.round(this.#random() * usual * 0.25))
    else this.#break(error)
  }

  #keepQuiet(error: UpstreamError, ms: number): void {
    const now = elapsedMs(this.#clock)
    this.#quietUntil = Math.max(this.#quietUntil, now + ms)
    this.#onQuiet({ forMs: this.#quietUntil - now, message: error.message })
  }

  #break(error: UpstreamError): void {
    const isRegion = error.code === REGION_CODE
    const steps = isRegion ? this.#failures : this.#failures - BREAK_AFTER + 1
    const own = steps > 0 ? backoffMs(steps, isRegion ? REGION : BREAK, this.#random) : 0
    this.#brokenUntil = Math.max(this.#brokenUntil, elapsedMs(this.#clock) + Math.max(own, error.retryAfterMs ?? 0))
  }
}
