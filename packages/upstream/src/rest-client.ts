import { SECOND_MS } from '@aerie/core/time'
import { backoffMs } from '@aerie/runtime/backoff'
import * as z from 'zod/mini'
import { joinPath } from './base-url.ts'
import { CircuitBreaker, type CoolDown } from './circuit-breaker.ts'
import type { Environment } from './environment.ts'
import { type HttpAnswer, type HttpLimits, httpJson } from './http-json.ts'
import { type Query, queryText } from './query.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { abortable, pause } from './timers.ts'
import { UpstreamError } from './upstream-error.ts'

const LIMITS: HttpLimits = { headersMs: 5 * SECOND_MS, bodyMs: 15 * SECOND_MS, maxBytes: 48 * 1024 * 1024 }
const RETRY = { baseMs: 500, capMs: 8 * SECOND_MS }
/** Maximum wait for an open breaker; after that the call fails. */
const PATIENCE_MS = 5 * SECOND_MS

/** Provider-specific parts of the client. */
export type RestProvider = {
  readonly root: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly limiter: RateLimiter
  readonly failureOf: (answer: HttpAnswer) => UpstreamError | undefined
  /** Sees every response, for limits reported in headers. */
  readonly observe?: (answer: HttpAnswer) => void
  /** Called when the provider requests a cool-down. */
  readonly onQuiet?: ((quiet: CoolDown) => void) | undefined
}

/** Request. */
export type RestCall<T> = {
  readonly path: string
  readonly query?: Query
  readonly schema: z.ZodMiniType<T>
  readonly weight?: number
  readonly tries?: number
  readonly sent?: () => void
  readonly signal?: AbortSignal
}

/** REST client of a provider: rate limited, deduplicated, retried with full jitter, behind a circuit breaker. */
export class RestClient {
  readonly gate: CircuitBreaker
  readonly #provider: RestProvider
  readonly #env: Environment
  readonly #flights = new Map<string, Promise<unknown>>()
  readonly #closed = new AbortController()

  constructor(provider: RestProvider, env: Environment) {
    this.#provider = provider
    this.#env = env
    this.gate = new CircuitBreaker(env.clock, env.random, provider.onQuiet)
  }

  /** @throws UpstreamError; the caller's abort throws its reason */
  get<T>(call: RestCall<T>): Promise<T> {
    const search = queryText(call.query ?? {})
    const url = joinPath(this.#provider.root, search === '' ? call.path : `${call.path}?${search}`)
    const flying = this.#flights.get(url) ?? this.#launch(url, call)
    // Equal requests share a schema, so the shared promise has this type.
    return abortable(flying as Promise<T>, call.signal)
  }

  close(): void {
    this.#closed.abort(new UpstreamError('aborted', 'is no longer asked'))
  }

  #launch<T>(url: string, call: RestCall<T>): Promise<T> {
    const flight = this.#tryAll(url, call).finally(() => this.#flights.delete(url))
    this.#flights.set(url, flight)
    // All waiters may have left; avoids an unhandled rejection.
    flight.catch(() => undefined)
    return flight
  }

  async #tryAll<T>(url: string, call: RestCall<T>): Promise<T> {
    const tries = call.tries ?? 3
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#tryOnce(url, call)
      } catch (error) {
        if (!(error instanceof UpstreamError) || !error.isRetryable || attempt >= tries || this.gate.waitMs() > PATIENCE_MS) throw error
        await pause(this.#env.timers, backoffMs(attempt, RETRY, this.#env.random), this.#closed.signal)
      }
    }
  }

  async #tryOnce<T>(url: string, call: RestCall<T>): Promise<T> {
    await this.#waitTurn(call.weight ?? 1)
    this.gate.entered()
    call.sent?.()
    try {
      const body = await this.#ask(url)
      const parsed = z.safeParse(call.schema, body)
      if (!parsed.success) throw new UpstreamError('bad-data', 'sent a response of an unknown format')
      this.gate.succeeded()
      return parsed.data
    } catch (error) {
      if (error instanceof UpstreamError) this.gate.failed(error)
      throw error
    }
  }

  async #waitTurn(weight: number): Promise<void> {
    for (let wait = this.gate.waitMs(); wait > 0; wait = this.gate.waitMs()) {
      if (wait > PATIENCE_MS) throw this.gate.reason(wait)
      await pause(this.#env.timers, wait, this.#closed.signal)
    }
    await this.#provider.limiter.take(weight)
  }

  async #ask(url: string): Promise<unknown> {
    const headers = { accept: 'application/json', ...this.#provider.headers }
    const answer = await httpJson({ url, headers, limits: LIMITS, signal: this.#closed.signal }, this.#env)
    this.#provider.observe?.(answer)
    const failure = this.#provider.failureOf(answer)
    if (failure !== undefined) throw failure
    return answer.body
  }
}
