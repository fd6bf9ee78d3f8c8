import { type Clock, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { boundedCache } from '../../../platform/bounded-cache.ts'
import type { Outcome } from '../deliveries/delivery-channel.ts'
import { RequestFault } from './safe-request.ts'

type GateLimits = {
  /** Concurrent requests of one user to a host, of all users to a host, and to all slow hosts. */
  readonly perUser: number
  readonly perHost: number
  readonly slow: number
}
const WEBHOOK_LIMITS: GateLimits = { perUser: 3, perHost: 48, slow: 16 }

const SLOW_MS = 5 * SECOND_MS
/** After so many consecutive timeouts the host is skipped for that user for a while. */
const SILENCES = 3
const REST_MS = 5 * MINUTE_MS
const AGAIN_MS = SECOND_MS
const MOST_KNOWN = 10_000

/** Per user and host: hosts are shared, so one user's failures must not affect others. */
type Record = { readonly isSlow: boolean; readonly silences: number; readonly restsUntil: number }
const UNKNOWN: Record = { isSlow: false, silences: 0, restsUntil: 0 }

export function receiverGate({ now }: Clock, limits = WEBHOOK_LIMITS) {
  const records = boundedCache<Record>({ maxEntries: MOST_KNOWN, maxAgeMs: 2 * REST_MS, now })
  const users = new Map<string, number>()
  const hosts = new Map<string, number>()
  let slow = 0

  const refusal = (key: string, host: string, { isSlow, restsUntil }: Record): Outcome | undefined => {
    if (restsUntil > now())
      return { kind: 'failed', problem: 'The receiver has not answered several times in a row. It is tried again later.' }
    const isOver = (users.get(key) ?? 0) >= limits.perUser || (hosts.get(host) ?? 0) >= limits.perHost || (isSlow && slow >= limits.slow)
    return isOver ? { kind: 'postponed', afterMs: AGAIN_MS } : undefined
  }

  return async (to: { readonly userId: string; readonly url: string }, request: () => Promise<Outcome>): Promise<Outcome> => {
    const host = URL.parse(to.url)?.host ?? ''
    const key = `${to.userId} ${host}`
    const record = records.get(key) ?? UNKNOWN
    const refused = refusal(key, host, record)
    if (refused !== undefined) return refused
    const startedAt = performance.now()
    count(users, key, 1)
    count(hosts, host, 1)
    if (record.isSlow) slow += 1
    let isSilent = false
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof RequestFault)) throw error
      isSilent = error.isSilence
      return { kind: 'failed', problem: error.message }
    } finally {
      count(users, key, -1)
      count(hosts, host, -1)
      if (record.isSlow) slow -= 1
      const silences = isSilent ? record.silences + 1 : 0
      const restsUntil = silences >= SILENCES ? now() + REST_MS : 0
      records.set(key, { isSlow: isSilent || performance.now() - startedAt > SLOW_MS, silences, restsUntil })
    }
  }
}
export type ReceiverGate = ReturnType<typeof receiverGate>

function count(counts: Map<string, number>, key: string, change: number): void {
  const next = (counts.get(key) ?? 0) + change
  if (next > 0) counts.set(key, next)
  else counts.delete(key)
}
