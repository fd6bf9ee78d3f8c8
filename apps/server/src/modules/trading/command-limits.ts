import { type Clock, DAY_MS, SECOND_MS } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import { AppError } from '../../plugins/app-error.ts'

/** Commands of a user: so many at once, and so many a second after that. */
const BURST = 200
const PER_SECOND = 50
/** Commands of a user a day: each is stored for ever. */
const DAILY = 50_000
/** New accounts of a user: of a live market ten a day; of others as often as one practises, each account is kept for ever. */
const LIVE_RESETS = { burst: 10, perSecond: 10 / (DAY_MS / SECOND_MS) }
const PRACTICE_RESETS = { burst: 30, perSecond: 1 / (5 * 60) }

/** How often a user may command. In memory: a restart forgives. */
export function commandLimits(clock: Clock) {
  const commands = keyedTokenBuckets({ clock, burst: BURST, perSecond: PER_SECOND })
  const days = keyedTokenBuckets({ clock, burst: DAILY, perSecond: DAILY / (DAY_MS / SECOND_MS) })
  const liveResets = keyedTokenBuckets({ clock, ...LIVE_RESETS })
  const practiceResets = keyedTokenBuckets({ clock, ...PRACTICE_RESETS })
  return {
    /** @throws AppError rate_limited */
    takeCommand: (userId: string): void => {
      if (!commands.take(userId, 1)) throw tooMany(`You can send ${PER_SECOND} commands a second.`, 1)
      if (!days.take(userId, 1)) throw tooMany(`You can send ${DAILY} commands a day.`, 60)
    },
    /** @throws AppError rate_limited */
    takeReset: (userId: string, isLive: boolean): void => {
      if (isLive && !liveResets.take(userId, 1)) throw tooMany(`You can begin anew ${LIVE_RESETS.burst} times a day.`, 3_600)
      if (!isLive && !practiceResets.take(userId, 1))
        throw tooMany(`You can begin anew ${PRACTICE_RESETS.burst} times, then once in five minutes.`, 300)
    },
  }
}

const tooMany = (detail: string, retryAfterSeconds: number): AppError => new AppError('rate_limited', { detail, retryAfterSeconds })
