import { type Clock, DAY_MS, SECOND_MS } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import { AppError } from '../../platform/http/app-error.ts'

const BURST = 200
/**
 * Per second. Previews and cancels have separate limits, so that other traffic never blocks an exit. Flatten and dead-man are slower: each
 * call may be stored, and they have no daily limit.
 */
const PER_SECOND = { order: 50, preview: 50, cancel: 50, flatten: 5, deadMan: 5 } as const
/** `order` calls per user and day: each is stored forever. */
const DAILY = 50_000
/** New accounts per user. Each is kept forever; in a live market only ten a day. */
const LIVE_RESETS = { burst: 10, perSecond: 10 / (DAY_MS / SECOND_MS) }
const PRACTICE_RESETS = { burst: 30, perSecond: 1 / (5 * 60) }

export type CommandKind = keyof typeof PER_SECOND

/** Command rate limits per user. In memory: a restart resets them. */
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
    takeCommand: (userId: string, kind: CommandKind): void => {
      if (!seconds[kind].take(userId, 1)) throw tooMany(`You can do this ${PER_SECOND[kind]} times a second.`, 1)
      if (kind === 'order' && !days.take(userId, 1))
        throw tooMany(`You can send ${DAILY} commands a day. You can still cancel and flatten.`, 60)
    },
    takeReset: (userId: string, isLive: boolean): void => {
      if (isLive && !liveResets.take(userId, 1)) throw tooMany(`You can open ${LIVE_RESETS.burst} new accounts a day.`, 3_600)
      if (!isLive && !practiceResets.take(userId, 1))
        throw tooMany(`You can open ${PRACTICE_RESETS.burst} times, then once in five minutes.`, 300)
    },
  }
}

const tooMany = (detail: string, retryAfterSeconds: number): AppError => new AppError('rate_limited', { detail, retryAfterSeconds })
