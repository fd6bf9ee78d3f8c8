import { type Clock, DAY_MS, SECOND_MS } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import { AppError } from '../../plugins/app-error.ts'

/** Commands of a user: so many at once, and so many a second after that. */
const BURST = 200
const PER_SECOND = 50
/** Commands of a user a day: each is stored for ever. */
const DAILY = 50_000
const RESETS_A_DAY = 10

/** How often a user may command. In memory: a restart forgives. */
export function commandLimits(clock: Clock) {
  const commands = keyedTokenBuckets({ clock, burst: BURST, perSecond: PER_SECOND })
  const days = keyedTokenBuckets({ clock, burst: DAILY, perSecond: DAILY / (DAY_MS / SECOND_MS) })
  const resets = keyedTokenBuckets({ clock, burst: RESETS_A_DAY, perSecond: RESETS_A_DAY / (DAY_MS / SECOND_MS) })
  return {
    /** @throws AppError rate_limited */
    takeCommand: (userId: string): void => {
      if (!commands.take(userId, 1)) throw tooMany(`You can send ${PER_SECOND} commands a second.`, 1)
      if (!days.take(userId, 1)) throw tooMany(`You can send ${DAILY} commands a day.`, 60)
    },
    /** @throws AppError rate_limited */
    takeReset: (userId: string): void => {
      if (!resets.take(userId, 1)) throw tooMany(`You can open ${RESETS_A_DAY} new accounts a day.`, 3_600)
    },
  }
}

const tooMany = (detail: string, retryAfterSeconds: number): AppError => new AppError('rate_limited', { detail, retryAfterSeconds })
