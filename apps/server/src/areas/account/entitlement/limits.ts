import { createHash } from 'node:crypto'
import { defined } from '@aerie/core/defined'
import { type Clock, DAY_MS, elapsedMs, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { lte, sql } from 'drizzle-orm'
import { boundedCache } from '../../../platform/bounded-cache.ts'
import type { Db } from '../../../platform/db/client.ts'
import { rateLimits } from '../../../platform/db/schema/accounts.ts'
import { AppError } from '../../../platform/http/app-error.ts'

export type Limit = { readonly name: string; readonly max: number; readonly windowMs: number }

/** Rate limits (docs/decisions/0034). Login and codes count failures only. "account" limits are wide: they must not lock out the owner. */
export const LIMITS = {
  signupAddress: { name: 'signup-address', max: 120, windowMs: 10 * MINUTE_MS },
  signupAccount: { name: 'signup-account', max: 30, windowMs: 10 * MINUTE_MS },
  loginPair: { name: 'login-pair', max: 10, windowMs: 5 * MINUTE_MS },
  loginAddress: { name: 'login-address', max: 60, windowMs: 5 * MINUTE_MS },
  loginAccount: { name: 'login-account', max: 40, windowMs: 5 * MINUTE_MS },
  reauthenticatePair: { name: 'reauthenticate-pair', max: 10, windowMs: 5 * MINUTE_MS },
  reauthenticateAccount: { name: 'reauthenticate-account', max: 40, windowMs: 5 * MINUTE_MS },
  /** Wrong second factors after a correct password: few enough that guessing six digits takes years. */
  otpAccount: { name: 'otp-account', max: 10, windowMs: 15 * MINUTE_MS },
  otpDay: { name: 'otp-day', max: 60, windowMs: DAY_MS },
  passkeyChallenge: { name: 'passkey-challenge', max: 60, windowMs: 10 * MINUTE_MS },
  passkeyAddress: { name: 'passkey-address', max: 120, windowMs: 5 * MINUTE_MS },
  securityChange: { name: 'security-change', max: 40, windowMs: HOUR_MS },
  codePair: { name: 'code-pair', max: 30, windowMs: 15 * MINUTE_MS },
  codeAddress: { name: 'code-address', max: 90, windowMs: 15 * MINUTE_MS },
  codeAccount: { name: 'code-account', max: 60, windowMs: HOUR_MS },
  forgotAddress: { name: 'forgot-address', max: 60, windowMs: 10 * MINUTE_MS },
  forgotAccount: { name: 'forgot-account', max: 10, windowMs: 10 * MINUTE_MS },
  /** Above the limit the response is the same but nothing is sent. */
  mailPair: { name: 'mail-pair', max: 6, windowMs: 30 * MINUTE_MS },
  mailAccount: { name: 'mail-account', max: 20, windowMs: HOUR_MS },
  walletChallenge: { name: 'wallet-challenge', max: 30, windowMs: 10 * MINUTE_MS },
  walletLink: { name: 'wallet-link', max: 60, windowMs: 10 * MINUTE_MS },
  refreshAddress: { name: 'refresh-address', max: 600, windowMs: 5 * MINUTE_MS },
} as const satisfies Record<string, Limit>

export type Limits = ReturnType<typeof accountLimits>
type Use = readonly [limit: Limit, subject: string]

const MAX_REMEMBERED = 50_000
const LONGEST_WINDOW_MS = Math.max(...Object.values(LIMITS).map(({ windowMs }) => windowMs))

/** Counts in PostgreSQL: one statement per attempt, exact under concurrency, and preserved across restarts. */
export const accountLimits = ({ db, clock }: { db: Db; clock: Clock }) => {
  const elapsed = (): number => elapsedMs(clock)
  /** Exhausted keys with their expiry (monotonic clock), so that a flood does not reach the database. */
  const spent = boundedCache<number>({ maxEntries: MAX_REMEMBERED, maxAgeMs: LONGEST_WINDOW_MS, now: elapsed })

  const take = async ([limit, subject]: Use, over: Db = db): Promise<number | undefined> => {
    const key = keyOf(limit, subject)
    const waitMs = (spent.get(key) ?? 0) - elapsed()
    if (waitMs > 0) return wholeSeconds(waitMs)
    const now = clock.now()
    const { used, resetsAt } = await count(over, { key, now, windowMs: limit.windowMs })
    if (used <= limit.max) return undefined
    const untilFree = Math.min(resetsAt.getTime() - now, limit.windowMs)
    spent.set(key, elapsed() + untilFree)
    return wholeSeconds(untilFree)
  }

  const demand = async (...uses: readonly Use[]): Promise<void> => {
    const waits = await Promise.all(uses.map((use) => take(use)))
    const longest = Math.max(0, ...waits.filter((wait) => wait !== undefined))
    if (longest > 0) throw tooMany(longest)
  }

  /** Uses `tx`: waiting for a second connection while holding one could deadlock the pool. @throws AppError rate_limited */
  const demandWithin = async (tx: Db, use: Use): Promise<void> => {
    const wait = await take(use, tx)
    if (wait !== undefined) throw tooMany(wait)
  }

  const giveBack = async (...uses: readonly Use[]): Promise<void> => {
    const keys = uses.map(([limit, subject]) => keyOf(limit, subject))
    for (const key of keys) spent.delete(key)
    await db
      .update(rateLimits)
      .set({ used: sql`greatest(${rateLimits.used} - 1, 0)` })
      .where(sql`${rateLimits.key} in ${keys}`)
  }

  const sweep = async (): Promise<void> => {
    spent.sweep()
    await db.delete(rateLimits).where(lte(rateLimits.resetsAt, new Date(clock.now())))
  }

  return { take: (use: Use) => take(use), demand, demandWithin, giveBack, sweep }
}

export const tooMany = (retryAfterSeconds: number): AppError =>
  new AppError('rate_limited', { detail: `Too many attempts. Try again in ${retryAfterSeconds} seconds.`, retryAfterSeconds })

async function count(db: Db, { key, now, windowMs }: { key: string; now: number; windowMs: number }) {
  const at = new Date(now).toISOString()
  const resetsAt = new Date(now + windowMs)
  // A window that ends this late was started before the clock was set back. Tolerates slightly fast clocks of other servers.
  const latest = new Date(now + 2 * windowMs).toISOString()
  const isOver = sql`(${rateLimits.resetsAt} <= ${at}::timestamptz or ${rateLimits.resetsAt} > ${latest}::timestamptz)`
  const [row] = await db
    .insert(rateLimits)
    .values({ key, used: 1, resetsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        used: sql`case when ${isOver} then 1 else ${rateLimits.used} + 1 end`,
        resetsAt: sql`case when ${isOver} then ${resetsAt.toISOString()}::timestamptz else ${rateLimits.resetsAt} end`,
      },
    })
    .returning({ used: rateLimits.used, resetsAt: rateLimits.resetsAt })
  return defined(row)
}

const wholeSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))

/** Hashed for constant length, and so that the table does not reveal who tried to log in. */
const keyOf = ({ name }: Limit, subject: string): string => `${name}:${createHash('sha256').update(subject).digest('base64url')}`
