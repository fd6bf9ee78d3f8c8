import { type ApexState, afterPush, readState } from '@aerie/apex/account-state'
import type { OpenCredentials } from '@aerie/apex/apex-calls'
import { type ApexClient, apexClient } from '@aerie/apex/apex-client'
import { apexStream } from '@aerie/apex/apex-stream'
import type { ApexBalance, ApexOrder, ApexPush } from '@aerie/apex/replies'
import { DAY_MS, type EpochMs, elapsedMs, epochMs, SECOND_MS } from '@aerie/core/time'
import type { Environment } from '@aerie/upstream/environment'
import { RateLimiter } from '@aerie/upstream/rate-limiter'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import { AppError } from '../../platform/http/app-error.ts'

const PACE = { burst: 10, perSecond: 5 }
/** Maximum age of a snapshot without the private socket. */
const FRESH_MS = 3 * SECOND_MS
/** With the socket: pushes omit margin figures, so they are reloaded after this. */
const LIVE_FRESH_MS = 10 * SECOND_MS
const HISTORY_MS = 30 * DAY_MS
/** Maximum reloads per request if data keeps changing; then the first state is returned. */
const MOST_READS = 3
/** Pending calls per user; more are rejected, because a late cancellation is worse than an error. */
const MOST_CALLS = 20
/** Default and maximum pause after a 429 without Retry-After. */
const REST_MS = 5 * SECOND_MS
const LONGEST_REST_MS = 60 * SECOND_MS

const busy = (detail: string, waitMs: number): AppError =>
  new AppError('rate_limited', { reason: 'apex_busy', detail, retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) })

export type ApexRoots = { readonly rest: URL; readonly socket: URL | undefined }
export type ApexReading = { readonly state: ApexState; readonly balance: ApexBalance; readonly asOf: EpochMs; readonly isLive: boolean }

export type ApexNews = {
  /** Order pushes: may be late, duplicated or out of order. */
  readonly orders: (orders: readonly ApexOrder[]) => void
  /** Private socket (re)connected: events may have been missed. */
  readonly resumed: () => void
}

type Deps = {
  readonly credentials: OpenCredentials
  readonly owner: string
  readonly roots: ApexRoots
  readonly env: Environment
  readonly news?: ApexNews | undefined
}

async function readWhole(
  client: ApexClient,
  now: EpochMs,
): Promise<{ readonly read: Omit<ApexState, 'ended'>; readonly balance: ApexBalance }> {
  const from = epochMs(now - HISTORY_MS)
  const [account, balance, orders, fills] = await Promise.all([client.account(), client.balance(), client.openOrders(), client.fills(from)])
  return { read: { orders, fills, positions: account.positions }, balance }
}

/** Loaded in full at first, after each reconnect and after an unreadable message; otherwise updated by pushes. */
export function apexAccount({ credentials, owner, roots, env, news }: Deps) {
  const limiter = new RateLimiter(PACE, env.clock, env.timers)
  const client = apexClient({ root: roots.rest, credentials, limiter, env })
  let reading: Omit<ApexReading, 'isLive'> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let isLive = false
  /** ApeX's time minus our monotonic time; used to sign the private socket's login. */
  let leadMs = env.clock.now() - elapsedMs(env.clock)
  let flight: Promise<void> | undefined
  /** Incremented on each change: a snapshot loaded meanwhile may be inconsistent and is reloaded. */
  let changes = 0

  const outdate = (): void => {
    changes += 1
    readAt = Number.NEGATIVE_INFINITY
    if (reading !== undefined) reading = { ...reading, asOf: epochMs(0) }
  }
  const handlePush = (push: ApexPush): void => {
    changes += 1
    if (reading !== undefined) reading = { ...reading, state: afterPush(reading.state, push) }
    if (push.contents.orders !== undefined) news?.orders(push.contents.orders)
  }
  const handleLive = (live: boolean): void => {
    isLive = live
    outdate()
    if (live) news?.resumed()
  }
  const events = { push: handlePush, up: () => handleLive(true), down: () => handleLive(false), unreadable: outdate }
  const now = (): number => Math.round(elapsedMs(env.clock) + leadMs)
  const stream = roots.socket && privateStream({ root: roots.socket, credentials, now, env }, events)

  const readOnce = async (): Promise<void> => {
    const before = changes
    leadMs = (await client.now()) - elapsedMs(env.clock)
    const { read, balance } = await readWhole(client, env.clock.now())
    const state = readState(read, reading?.state.ended)
    const isCurrent = before === changes
    reading = { state, balance, asOf: isCurrent ? env.clock.now() : epochMs(0) }
    readAt = isCurrent ? elapsedMs(env.clock) : Number.NEGATIVE_INFINITY
  }
  const isFresh = (): boolean => elapsedMs(env.clock) - readAt < (isLive ? LIVE_FRESH_MS : FRESH_MS)
  const { capped, ask, rest } = callGate(client, env, outdate)
  return {
    owner,
    rest,
    stop: (): void => stream?.stop(),
    /** Subscribes to pushes. @throws UpstreamError if ApeX's time cannot be fetched */
    watch: async (): Promise<void> => {
      if (stream === undefined) return
      leadMs = (await client.now()) - elapsedMs(env.clock)
      stream.start()
    },
    ask,
    overview: async (): Promise<ApexReading> => {
      const at = env.clock.now()
      for (let reads = 0; reads < MOST_READS && !isFresh(); reads += 1) {
        flight ??= readOnce().finally(() => (flight = undefined))
        await flight
      }
      stream?.start()
      if (reading === undefined) throw new Error('a reading has just been made')
      return { ...reading, asOf: reading.asOf === 0 ? at : reading.asOf, isLive }
    },
    cancel: (id: string): Promise<void> => capped(() => client.cancel(id)),
    cancelByClientId: (id: string): Promise<void> => capped(() => client.cancelByClientId(id)),
    /** Cancels all orders, including stops. @throws AppError rate_limited, ApexRefusal, UpstreamError */
    cancelAll: (symbol: string | undefined): Promise<void> => capped(() => client.cancelAll(symbol)),
  }
}

/** Caps one user's calls and delays them during a pause. @param onDone called after each */
function callGate(client: ApexClient, { clock }: Pick<Environment, 'clock'>, onDone: () => void) {
  let calls = 0
  let restUntil = Number.NEGATIVE_INFINITY
  const capped = async <T>(call: () => Promise<T>): Promise<T> => {
    if (calls >= MOST_CALLS) throw busy('ApeX Omni is slow, and many of your requests are waiting for it. Nothing was sent.', REST_MS)
    calls += 1
    try {
      return await call()
    } finally {
      calls -= 1
      onDone()
    }
  }
  const rest = (ms: number | null): void => {
    restUntil = elapsedMs(clock) + Math.min(ms ?? REST_MS, LONGEST_REST_MS)
  }
  const ask = async <T>(call: (client: ApexClient) => Promise<T>): Promise<T> => {
    const restMs = restUntil - elapsedMs(clock)
    if (restMs > 0) throw busy('ApeX Omni is limiting requests. Nothing was sent. Try again later.', restMs)
    try {
      return await capped(() => call(client))
    } catch (error) {
      if (error instanceof UpstreamError && (error.kind === 'rate-limited' || error.kind === 'banned')) rest(error.retryAfterMs)
      throw error
    }
  }
  return { capped, ask, rest }
}

function privateStream(...args: Parameters<typeof apexStream>) {
  const stream = apexStream(...args)
  let state: 'new' | 'started' | 'stopped' = 'new'
  return {
    start: (): void => {
      if (state === 'new') stream.start()
      if (state === 'new') state = 'started'
    },
    stop: (): void => {
      if (state === 'started') stream.stop()
      state = 'stopped'
    },
  }
}

export type ApexAccount = ReturnType<typeof apexAccount>
