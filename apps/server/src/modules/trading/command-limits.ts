import { type Clock, DAY_MS, SECOND_MS } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import { AppError } from '../../plugins/app-error.ts'

/** Calls of a user of one kind: so many at once, and so many a second after that. */
const BURST = 200
/**
 * What only asks and what only takes back have rates of their own: nobody may lose the way out by what else was sent. `order` is the rest.
 * Flattening and the dead-man switch are slower, because each call may be stored and no day ends them.
 */
const PER_SECOND = { order: 50, preview: 50, cancel: 50, flatten: 5, deadMan: 5 } as const
/** Calls of the kind `order` of a user a day: each is stored for ever. */
const DAILY = 50_000
/** New accounts of a user: of a live market ten a day; of others as often as one practises, each account is kept for ever. */
const LIVE_RESETS = { burst: 10, perSecond: 10 / (DAY_MS / SECOND_MS) }
const PRACTICE_RESETS = { burst: 30, perSecond: 1 / (5 * 60) }

export type CommandKind = keyof typeof PER_SECOND

/** How often a user may command. In memory: a restart forgives. */
export function commandLimits(clock: Clock) {
  const bucketsOf = (kind: CommandKind) => keyedTokenBuckets({ clock, burst: BURST, perSecond: PER_SECOND[kind] })
  const seconds = {
    order: bucketsOf('order'),
    preview: bucketsOf('preview'),
    cancel: bucketsOf('cancel'),
    flatten: bucketsOf('flatten'),
    deadMan: bucketsOf('deadMan'),
  }
  const days = keyedTokenBuckets({ clock, burst: DAILY, perSecond: DAILY / (DAY_MS / SECOND_MS) })
  const liveResets = keyedTokenBuckets({ clock, ...LIVE_RESETS })
  const practiceResets = keyedTokenBuckets({ clock, ...PRACTICE_RESETS })
  return {
    /** @throws AppError rate_limited */
    takeCommand: (userId: string, kind: CommandKind): void => {
      if (!seconds[kind].take(userId, 1)) throw tooMany(`You can do this ${PER_SECOND[kind]} times a second.`, 1)
      if (kind === 'order' && !days.take(userId, 1))
        throw tooMany(`You can send ${DAILY} commands a day. You can still cancel and flatten.`, 60)
    },
    /** @throws AppError rate_limited */
    takeReset: (userId: string, isLive: boolean): void => {
      if (isLive && !liveResets.take(userId, 1)) throw tooMany(`You can open ${LIVE_RESETS.burst} new accounts a day.`, 3_600)
      if (!isLive && !practiceResets.take(userId, 1))
        throw tooMany(`You can open ${PRACTICE_RESETS.burst} times, then once in five minutes.`, 300)
    },
  }
}

const tooMany = (detail: string, retryAfterSeconds: number): AppError => new AppError('rate_limited', { detail, retryAfterSeconds })
