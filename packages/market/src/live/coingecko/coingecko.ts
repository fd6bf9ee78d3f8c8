import { type EpochMs, epochMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { backoffMs } from '@aerie/runtime/backoff'
import type { Environment } from '@aerie/upstream/environment'
import { type HttpAnswer, statusFailure } from '@aerie/upstream/http-json'
import { decimal, stampIso } from '@aerie/upstream/json-values'
import { whole } from '@aerie/upstream/query'
import { RateLimiter } from '@aerie/upstream/rate-limiter'
import { RestClient } from '@aerie/upstream/rest-client'
import type { Cancel } from '@aerie/upstream/timers'
import { failureText, UpstreamError } from '@aerie/upstream/upstream-error'
import * as z from 'zod/mini'
import type { Listing, MarketTick } from '../../market-source.ts'
import type { Health } from '../exchange-feed.ts'
import { price } from '../numbers.ts'
import type { LiveCoin } from '../settings.ts'

/** List polling interval: 8,640 of the 10,000 monthly calls. */
export const LIST_EVERY_MS = 5 * MINUTE_MS
/** Short, so that recovery is detected within ten seconds while the budget lasts. */
const RETRY = { baseMs: 3 * SECOND_MS, capMs: 8 * SECOND_MS, leastMs: SECOND_MS }
/** 10,000 calls over 31 days with a small burst for failures: retries cannot exceed the monthly quota. */
const BUDGET = { burst: 25, perSecond: 10_000 / (31 * 86_400) }
const PRO_HOST = 'pro-api.coingecko.com'

/** A figure that CoinGecko omits or sends as null, invalid or 0 becomes null. */
const figureBelow = (most: number) => z.catch(z.nullable(z.pipe(decimal, z.number().check(z.gt(0), z.lte(most)))), null)
const dollars = figureBelow(1e15)
const coins = figureBelow(1e18)
const percent = z.catch(z.nullable(z.pipe(decimal, z.number().check(z.gt(-100), z.lte(1e6)))), null)

const row = z.object({
  id: z.string(),
  current_price: z.catch(z.nullable(price), null),
  market_cap: dollars,
  total_volume: dollars,
  circulating_supply: coins,
  total_supply: coins,
  price_change_percentage_1h_in_currency: percent,
  price_change_percentage_24h_in_currency: percent,
  price_change_percentage_7d_in_currency: percent,
  last_updated: z.catch(z.nullable(stampIso), null),
})
type Row = z.output<typeof row>
/** `GET /coins/markets`: invalid rows become null. */
const page = z.array(z.catch(z.nullable(row), null))

/** Receiver of the list. */
export type CoingeckoSink = {
  readonly listings: (listings: readonly Listing[]) => void
  readonly health: (health: Health) => void
  readonly fault: (what: string) => void
}

/** The host decides the key type: the pro host takes a pro key, any other a demo key. */
export type CoingeckoSettings = { readonly root: URL; readonly apiKey?: string | undefined }

/** CoinGecko market list: one page of our coins every five minutes; the last valid value of each is kept. */
export class Coingecko {
  readonly #coins: ReadonlyMap<string, LiveCoin>
  readonly #client: RestClient
  readonly #budget: RateLimiter
  readonly #env: Environment
  readonly #newest = new Map<string, EpochMs>()
  #sink: CoingeckoSink | undefined
  #cancel: Cancel | undefined
  #failures = 0
  #isPolling = false
  #isBare: boolean

  constructor(coins: readonly LiveCoin[], { root, apiKey }: CoingeckoSettings, env: Environment) {
    this.#coins = new Map(coins.map((coin) => [coin.coingeckoId, coin]))
    this.#env = env
    // A URL without a path is the bare host, so the documented path is added.
    this.#isBare = root.pathname === '/' || root.pathname === ''
    const isPro = root.hostname === PRO_HOST
    const headers: Record<string, string> = apiKey === undefined ? {} : { [isPro ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key']: apiKey }
    const limiter = new RateLimiter({ burst: 5, perSecond: 0.5 }, env.clock, env.timers)
    this.#client = new RestClient({ root, headers, limiter, failureOf: (answer) => coingeckoFailure(answer, env.clock.now()) }, env)
    this.#budget = new RateLimiter(isPro ? { burst: 100, perSecond: 1 } : BUDGET, env.clock, env.timers)
  }

  async probe(): Promise<void> {
    await this.#budget.take()
    try {
      await this.#client.get({ path: this.#path('/ping'), schema: z.unknown(), tries: 1 })
    } catch (error) {
      // A rejection proves that the host responds, unless the key is invalid.
      if (!(error instanceof UpstreamError) || error.kind !== 'refused' || error.code !== 404) throw error
    }
  }

  start(sink: CoingeckoSink): void {
    this.#sink = sink
    void this.#poll()
  }

  /** Retries at once if the last request failed: another provider has recovered, so the outage may have been local. */
  nudge(): void {
    if (this.#failures === 0 || this.#isPolling) return
    this.#client.gate.reset()
    this.#pollIn(this.#client.gate.waitMs())
  }

  askAgain(): void {
    this.#newest.clear()
    if (!this.#isPolling) this.#pollIn(this.#client.gate.waitMs())
  }

  stop(): void {
    this.#sink = undefined
    this.#cancel?.()
    this.#client.close()
  }

  async #poll(): Promise<void> {
    this.#isPolling = true
    await this.#pollOnce()
    this.#isPolling = false
  }

  async #pollOnce(): Promise<void> {
    const wait = this.#budget.waitMs()
    if (wait > 0) {
      this.#pollIn(wait)
      return
    }
    await this.#budget.take()
    try {
      this.#deliver(await this.#ask())
      this.#failures = 0
      this.#pollIn(LIST_EVERY_MS)
    } catch (error) {
      this.#failures += 1
      // A call that never reached the provider does not count towards its quota.
      if (error instanceof UpstreamError && error.kind === 'down' && error.code === null) this.#budget.giveBack()
      this.#sink?.health({ isUp: false, message: failureText(error, this.#env.clock.now()) })
      const asked = error instanceof UpstreamError ? (error.retryAfterMs ?? 0) : 0
      const isRefused = error instanceof UpstreamError && error.kind === 'refused'
      const own = isRefused ? LIST_EVERY_MS : backoffMs(this.#failures, RETRY, this.#env.random)
      this.#pollIn(Math.max(asked, own, this.#client.gate.waitMs()))
    }
  }

  #pollIn(ms: number): void {
    this.#cancel?.()
    if (this.#sink !== undefined) this.#cancel = this.#env.timers.after(Math.ceil(ms), () => void this.#poll())
  }

  async #ask(): Promise<readonly (Row | null)[]> {
    const query = {
      vs_currency: 'usd',
      ids: [...this.#coins.keys()].join(','),
      order: 'market_cap_desc',
      per_page: whole(250),
      page: whole(1),
      sparkline: 'false',
      price_change_percentage: '1h,24h,7d',
    }
    try {
      return await this.#client.get({ path: this.#path('/coins/markets'), query, schema: page, tries: 1 })
    } catch (error) {
      if (!this.#isBare || !(error instanceof UpstreamError) || error.code !== 404) throw error
      this.#isBare = false
      return this.#client.get({ path: this.#path('/coins/markets'), query, schema: page, tries: 1 })
    }
  }

  #path(path: string): string {
    return this.#isBare ? `/api/v3${path}` : path
  }

  #deliver(rows: readonly (Row | null)[]): void {
    const unreadable = rows.filter((one) => one === null).length
    if (unreadable > 0) this.#sink?.fault('row of the list')
    if (!rows.some((one) => one !== null && this.#coins.has(one.id)))
      throw new UpstreamError('bad-data', 'sent a list without a single coin of ours')
    const listings = rows.flatMap((one) => (one === null ? [] : (this.#listing(one) ?? [])))
    this.#sink?.health({ isUp: true })
    if (listings.length > 0) this.#sink?.listings(listings)
  }

  /** @returns undefined for an unknown coin, or if the stored row is newer or the only one with a price */
  #listing(entry: Row): Listing | undefined {
    const coin = this.#coins.get(entry.id)
    if (coin === undefined) return undefined
    const now = this.#env.clock.now()
    const asOf = epochMs(Math.min(entry.last_updated ?? now, now))
    const before = this.#newest.get(coin.symbol)
    if (before !== undefined && before <= now && (asOf < before || entry.current_price === null)) return undefined
    this.#newest.set(coin.symbol, asOf)
    return {
      symbol: coin.symbol,
      name: coin.name,
      marketCap: entry.market_cap,
      volume24h: entry.total_volume,
      circulatingSupply: entry.circulating_supply,
      totalSupply: entry.total_supply,
      closes: {
        '1h': closeBefore(entry.current_price, entry.price_change_percentage_1h_in_currency),
        '24h': closeBefore(entry.current_price, entry.price_change_percentage_24h_in_currency),
        '7d': closeBefore(entry.current_price, entry.price_change_percentage_7d_in_currency),
      },
      price: entry.current_price,
      quote: 'USD',
      asOf,
    }
  }
}

const closeBefore = (now: number | null, percentChange: number | null): number | null =>
  now === null || percentChange === null ? null : now / (1 + percentChange / 100)

/** Tick from the list's price, for coins without an exchange price. */
export const listedTick = ({ symbol, price: listed, asOf, quote }: Listing): MarketTick | undefined =>
  listed === null ? undefined : { symbol, price: listed, asOf, venue: 'coingecko', quote }

/** CoinGecko's four error body shapes; any HTTP status may carry them, even 200. */
const status = z.object({ error_code: z.optional(z.nullable(z.number())) })
const errorBody = z.union([
  z.object({ error: z.object({ status }) }),
  z.object({ error_code: z.number() }),
  z.object({ status }),
  z.object({ error: z.unknown() }),
])

function bodyCode(body: unknown): number | null | undefined {
  if (Array.isArray(body)) return undefined
  const parsed = z.safeParse(errorBody, body)
  if (!parsed.success) return undefined
  const errorFields = parsed.data
  if ('error_code' in errorFields) return errorFields.error_code
  if ('status' in errorFields) return errorFields.status.error_code ?? null
  const inner = z.safeParse(z.object({ status }), errorFields.error)
  return inner.success ? (inner.data.status.error_code ?? null) : null
}

const CODE_MESSAGES: Readonly<Record<number, string>> = {
  10002: 'does not know the API key',
  10005: 'does not offer this on the plan of the API key',
  10010: 'says the API key is a pro key, for its pro address',
  10011: 'says the API key is a demo key, for its demo address',
  10012: 'does not offer this range on the plan of the API key',
}

function coingeckoFailure(answer: HttpAnswer, now: EpochMs): UpstreamError | undefined {
  const byStatus = statusFailure(answer, now)
  const code = bodyCode(answer.body)
  const retryAfter = byStatus?.retryAfterMs ?? null
  if (code === 429) return new UpstreamError('rate-limited', 'is limiting requests (429)', { code, retryAfterMs: retryAfter })
  if (code === 1020) return new UpstreamError('blocked', 'blocks this server (1020)', { code })
  if (code !== null && code !== undefined && CODE_MESSAGES[code] !== undefined)
    return new UpstreamError('refused', CODE_MESSAGES[code], { code })
  if (byStatus !== undefined) return byStatus
  if (code === undefined) return undefined
  const facts = code === null ? {} : { code }
  return code !== null && code >= 500 && code < 600
    ? new UpstreamError('down', `reports an error (${code})`, facts)
    : new UpstreamError('bad-data', 'answered with an error', facts)
}
