import { type Clock, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { backOffMs, type Random } from './back-off.ts'
import { type FailureKind, UpstreamError } from './upstream-error.ts'

/** Failures in a row after which a provider is left alone for a while. */
const BREAK_AFTER = 5
const BREAK = { baseMs: 30 * SECOND_MS, capMs: 5 * MINUTE_MS, leastMs: 5 * SECOND_MS }
/** Where the provider named no time: how long to stay away, before jitter. */
const STAY_AWAY_MS: Partial<Record<FailureKind, number>> = {
  'rate-limited': MINUTE_MS,
  banned: 5 * MINUTE_MS,
  blocked: 15 * MINUTE_MS,
}

/**
 * One provider's door: shut while the provider asked for quiet (429, 418, a block), and by a circuit breaker after five
 * failures in a row. When the time is over one call may try (the rest wait for its outcome).
 */
export class ProviderGate {
  readonly #clock: Clock
  readonly #random: Random
  #failures = 0
  #shutUntil = 0
  #isTrying = false
  #last: UpstreamError | undefined

  constructor(clock: Clock, random: Random) {
    this.#clock = clock
    this.#random = random
  }

  /** Failures in a row. */
  get failures(): number {
    return this.#failures
  }

  /** Milliseconds until a call may go; 0 when it may now. */
  waitMs(): number {
    const wait = Math.max(0, this.#shutUntil - this.#clock.now())
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

  failed(error: UpstreamError): void {
    this.#isTrying = false
    if (error.kind === 'refused' || error.kind === 'aborted') return
    this.#failures += 1
    this.#last = error
    this.#shut(this.#quietMs(error))
    if (this.#failures >= BREAK_AFTER) this.#shut(backOffMs(this.#failures - BREAK_AFTER + 1, this.#random, BREAK))
  }

  #quietMs(error: UpstreamError): number {
    if (error.retryAfterMs !== null) return error.retryAfterMs
    const usual = STAY_AWAY_MS[error.kind] ?? 0
    return usual + Math.round(this.#random() * usual * 0.25)
  }

  #shut(ms: number): void {
    this.#shutUntil = Math.max(this.#shutUntil, this.#clock.now() + ms)
  }
}
