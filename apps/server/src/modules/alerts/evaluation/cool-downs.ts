import { type Clock, DAY_MS, elapsedMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { coalesce } from '@aerie/runtime/coalesce'
import type { FastifyBaseLogger } from 'fastify'
import { cooldownOf, type WatchedAlert } from './watched-alert.ts'

/** How far the messages about an alert's newest firing have come; see `alert-tellings.ts` of the deliveries. */
export type Telling = {
  readonly seenAt: number
  readonly sentAt: number | undefined
  readonly isUnderWay: boolean
  readonly isHeld: boolean
}
export type TellingsOf = (alertIds: readonly string[]) => Promise<ReadonlyMap<string, Telling>>

type Deps = {
  readonly tellingsOf: TellingsOf
  readonly clock: Clock
  readonly marketNow: () => number
  readonly logger: FastifyBaseLogger
}
/** `from`: when its cool-down began by the server's clock, as far as that is known; `since`, `nextAt`: from when on it is followed, and looked at next, by the monotonic clock. */
type Followed = { readonly watched: WatchedAlert; readonly since: number; from: Begin['from']; nextAt: number }

/** A receiver that cannot be reached silences its alert no longer: from then on the cool-down counts from the firing. */
const LONGEST_MS = DAY_MS
/** Quiet hours and digests are over by then. */
const LONGEST_HELD_MS = 2 * DAY_MS
/** What has waited for so long is looked at less often: each tenth of its age, at most a minute. */
const YOUNG_MS = 10 * SECOND_MS
const MOST_AT_ONCE = 1_000

/**
 * Cool-downs that begin with the delivery of a firing. The outbox alone says when that was, so a stop at any instant changes nothing.
 * There is one entry for an alert at most.
 */
export function coolDowns({ tellingsOf, clock, marketNow, logger }: Deps) {
  const followed = new Map<string, Followed>()
  /** An instant of this server on the market's clock, which in a replay is another; between `firedAt` and now, whichever clock was set meanwhile. */
  const onMarket = (at: number, firedAt: number): number => {
    const now = marketNow()
    return Math.floor(Math.max(Math.min(firedAt, now), Math.min(now, now - (clock.now() - at))))
  }

  function take(entry: Followed, telling: Telling | undefined): void {
    const { watched, since } = entry
    const { id } = watched.row
    // It has fired again, or was changed, since this was asked for.
    if (followed.get(id) !== entry) return
    const { from, isOver } = beginOf(telling, clock.now())
    // Once: in a replay the market's clock runs faster, and the same instant would lie later each time.
    if (from !== undefined && from !== entry.from) {
      const { firedAt } = watched.state
      watched.state.coolingSince = from === 'firing' || firedAt === undefined ? firedAt : onMarket(from, firedAt)
      entry.from = from
    }
    if (isOver) followed.delete(id)
    else entry.nextAt = elapsedMs(clock) + waitAt(elapsedMs(clock) - since)
  }

  async function lookAt(due: readonly Followed[]): Promise<void> {
    const tellings = await tellingsOf(due.map(({ watched }) => watched.row.id))
    for (const entry of due) take(entry, tellings.get(entry.watched.row.id))
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
    /** Its newest firing is stored: until somebody was told of it, it rests. */
    follow,
    /** It is watched from now on, and may have fired before; what is long over need not be looked up. */
    resume(watched: WatchedAlert): void {
      const { firedAt } = watched.state
      if (firedAt !== undefined && Math.abs(marketNow() - firedAt) < cooldownOf(watched) + LONGEST_HELD_MS) follow(watched)
    },
    /** It has fired again, and that is not stored yet; or nobody watches it any longer. */
    forget: (id: string): void => void followed.delete(id),
    /** Looks what became of the messages that are awaited. @throws never */
    look: (): Promise<void> =>
      look().catch((error: unknown) => logger.warn({ err: error }, 'deliveries could not be read for cool-downs; trying again')),
    count: (): number => followed.size,
  }
}

/** `from`: when the cool-down begins, by the server's clock; undefined: not yet. `isOver`: nothing more is to come. */
type Begin = { readonly from: number | 'firing' | undefined; readonly isOver: boolean }

function beginOf(telling: Telling | undefined, now: number): Begin {
  if (telling === undefined) return { from: 'firing', isOver: true }
  const { seenAt, sentAt, isUnderWay, isHeld } = telling
  if (sentAt !== undefined) return { from: sentAt, isOver: true }
  const age = Math.abs(now - seenAt)
  if (isUnderWay && age < LONGEST_MS) return { from: undefined, isOver: false }
  // What the user has put off, or will never get, does not silence the alert.
  return { from: seenAt, isOver: !isHeld || age >= LONGEST_HELD_MS }
}

const waitAt = (age: number): number => (age < YOUNG_MS ? 0 : Math.min(MINUTE_MS, age / 10))

export type CoolDowns = ReturnType<typeof coolDowns>
