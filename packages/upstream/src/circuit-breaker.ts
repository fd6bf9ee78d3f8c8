import { type Clock, elapsedMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { backoffMs, type Random } from '@aerie/runtime/backoff'
import { type FailureKind, UpstreamError } from './upstream-error.ts'

/** Failures in a row after which a provider is left alone for a moment. */
const BREAK_AFTER = 5
/** Short: an outage that ends is noticed within ten seconds. */
const BREAK = { baseMs: SECOND_MS, capMs: 8 * SECOND_MS, leastMs: 500 }
/** A region that is not served stays so for longer. */
const REGION = { baseMs: MINUTE_MS, capMs: 15 * MINUTE_MS, leastMs: 30 * SECOND_MS }
const REGION_CODE = 451
/** Where a provider that wants quiet named no time: how long to stay away, before jitter. */
const QUIET_MS: Partial<Record<FailureKind, number>> = { 'rate-limited': MINUTE_MS, banned: 2 * MINUTE_MS }

/** For how long a provider wants no requests (429, 418), and its words. */
export type CoolDown = { readonly forMs: number; readonly words: string }

/**
 * One provider's door: shut while the provider asked for quiet (429, 418), and for a moment by a circuit breaker after
 * five failures in a row. When the time is over one call may try (the rest wait for its outcome).
 */
export class CircuitBreaker {
  readonly #clock: Clock
  readonly #random: Random
  readonly #onQuiet: (quiet: CoolDown) => void
  #failures = 0
  /** Both by the monotonic clock: setting the time of day must neither open nor shut the door. */
  #quietUntil = Number.NEGATIVE_INFINITY
  #brokenUntil = Number.NEGATIVE_INFINITY
  #isTrying = false
  #last: UpstreamError | undefined

  constructor(clock: Clock, random: Random, onQuiet: (quiet: CoolDown) => void = () => undefined) {
    this.#clock = clock
    this.#random = random
    this.#onQuiet = onQuiet
  }

  /** Failures in a row. */
  get failures(): number {
    return this.#failures
  }

  /** Milliseconds until a call may go; 0 when it may now. */
  waitMs(): number {
    const wait = Math.max(0, Math.max(this.#quietUntil, this.#brokenUntil) - elapsedMs(this.#clock))
    if (wait > 0) return wait
    return this.#failures >= BREAK_AFTER && this.#isTrying ? SECOND_MS : 0
  }

  /** Why the door is shut, for whoever does not want to wait `waitMs`. */
  reason(waitMs: number): UpstreamError {
    return new UpstreamError(this.#last?.kind ?? 'rate-limited', this.#last?.message ?? 'asks us to wait', { retryAfterMs: waitMs })
  }

  /** Marks a call as sent. */
  entered(): void {
    this.#isTrying = true
  }

  succeeded(): void {
    this.#failures = 0
    this.#isTrying = false
  }

  /** The provider delivers by another way (its socket): the breaker opens, a quiet that was asked for stays. */
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
    this.#onQuiet({ forMs: this.#quietUntil - now, words: error.message })
  }

  #break(error: UpstreamError): void {
    const isRegion = error.code === REGION_CODE
    const steps = isRegion ? this.#failures : this.#failures - BREAK_AFTER + 1
    const own = steps > 0 ? backoffMs(steps, isRegion ? REGION : BREAK, this.#random) : 0
    this.#brokenUntil = Math.max(this.#brokenUntil, elapsedMs(this.#clock) + Math.max(own, error.retryAfterMs ?? 0))
  }
}
