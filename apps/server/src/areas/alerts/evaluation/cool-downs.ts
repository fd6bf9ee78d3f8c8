import { type Clock, DAY_MS, elapsedMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { coalesce } from '@aerie/runtime/coalesce'
import type { FastifyBaseLogger } from 'fastify'
import { cooldownOf, type WatchedAlert } from './watched-alert.ts'

export type AlertDelivery = {
  readonly seenAt: number
  readonly sentAt: number | undefined
  readonly isUnderWay: boolean
  readonly isHeld: boolean
}
export type DeliveryStatesOf = (alertIds: readonly string[]) => Promise<ReadonlyMap<string, AlertDelivery>>

type Deps = {
  readonly deliveryStatesOf: DeliveryStatesOf
  readonly clock: Clock
  readonly marketNow: () => number
  readonly logger: FastifyBaseLogger
}
/** `from`: start of the cool-down (server clock), if known; `since`, `nextAt`: start and next check (monotonic clock). */
type Followed = { readonly watched: WatchedAlert; readonly since: number; from: Begin['from']; nextAt: number }

/** An unreachable receiver delays the cool-down no longer than this; then it counts from the firing. */
const LONGEST_MS = DAY_MS
/** Longer than quiet hours and digests. */
const LONGEST_HELD_MS = 2 * DAY_MS
/** Older entries are polled less often: at a tenth of their age, at most every minute. */
const YOUNG_MS = 10 * SECOND_MS
const MOST_AT_ONCE = 1_000

/** Cool-downs start on delivery of a firing. The outbox is the only source, so restarts are safe. */
export function coolDowns({ deliveryStatesOf, clock, marketNow, logger }: Deps) {
  const followed = new Map<string, Followed>()
  /** Converts server time to market time, clamped between `firedAt` and now. */
  const onMarket = (at: number, firedAt: number): number => {
    const now = marketNow()
    return Math.floor(Math.max(Math.min(firedAt, now), Math.min(now, now - (clock.now() - at))))
  }

  function take(entry: Followed, delivery: AlertDelivery | undefined): void {
    const { watched, since } = entry
    const { id } = watched.row
    if (followed.get(id) !== entry) return
    const { from, isOver } = beginOf(delivery, clock.now())
    // Only once: in a replay the market's clock runs faster, so a repeat would give a later time.
    if (from !== undefined && from !== entry.from) {
      const { firedAt } = watched.state
      watched.state.coolingSince = from === 'firing' || firedAt === undefined ? firedAt : onMarket(from, firedAt)
      entry.from = from
    }
    if (isOver) followed.delete(id)
    else entry.nextAt = elapsedMs(clock) + waitAt(elapsedMs(clock) - since)
  }

  async function lookAt(due: readonly Followed[]): Promise<void> {
    const states = await deliveryStatesOf(due.map(({ watched }) => watched.row.id))
    for (const entry of due) take(entry, states.get(entry.watched.row.id))
  }

  const look = coalesce(async (): Promise<void> => {
    const now = elapsedMs(clock)
    const due = [...followed.values()].filter(({ nextAt }) => nextAt <= now)
    for (let from = 0; from < due.length; from += MOST_AT_ONCE) await lookAt(due.slice(from, from + MOST_AT_ONCE))
  })

  function follow(watched: WatchedAlert): void {
    if (cooldownOf(watched) === 0 || watched.state.firedAt === undefined) return
    watched.state.coolingSince = 'untold'
    const now = elapsedMs(clock)
    followed.set(watched.row.id, { watched, since: now, from: undefined, nextAt: now })
  }

  return {
    follow,
    resume(watched: WatchedAlert): void {
      const { firedAt } = watched.state
      if (firedAt !== undefined && Math.abs(marketNow() - firedAt) < cooldownOf(watched) + LONGEST_HELD_MS) follow(watched)
    },
    forget: (id: string): void => void followed.delete(id),
    look: (): Promise<void> =>
      look().catch((error: unknown) => logger.warn({ err: error }, 'deliveries could not be read for cool-downs; trying again')),
    count: (): number => followed.size,
  }
}

type Begin = { readonly from: number | 'firing' | undefined; readonly isOver: boolean }

function beginOf(delivery: AlertDelivery | undefined, now: number): Begin {
  if (delivery === undefined) return { from: 'firing', isOver: true }
  const { seenAt, sentAt, isUnderWay, isHeld } = delivery
  if (sentAt !== undefined) return { from: sentAt, isOver: true }
  const age = Math.abs(now - seenAt)
  if (isUnderWay && age < LONGEST_MS) return { from: undefined, isOver: false }
  // Messages postponed by the user, or never delivered, do not silence the alert.
  return { from: seenAt, isOver: !isHeld || age >= LONGEST_HELD_MS }
}

const waitAt = (age: number): number => (age < YOUNG_MS ? 0 : Math.min(MINUTE_MS, age / 10))

export type CoolDowns = ReturnType<typeof coolDowns>
