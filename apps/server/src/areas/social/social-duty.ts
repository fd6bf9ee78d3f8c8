import { type Clock, elapsedMs, HOUR_MS } from '@aerie/core/time'
import type { Database } from '../../platform/db/client.ts'
import type { Duties } from '../../platform/duties/duty.ts'
import type { NotifyNews } from './idea-news.ts'
import { ideaScorer } from './idea-scorer.ts'
import { SOCIAL_DUTY } from './idea-scores.ts'
import { newsRepository } from './news-repository.ts'
import type { SocialMarket } from './social-market.ts'

type Deps = {
  readonly db: Database
  readonly duties: Duties
  readonly clock: Clock
  readonly market: SocialMarket
  readonly notifyNews: NotifyNews
  readonly notifyPosts: () => Promise<void>
}

const EXPIRY_MS = HOUR_MS

export function socialDuty({ db, duties, clock, market, notifyNews, notifyPosts }: Deps) {
  const mine = duties.of(SOCIAL_DUTY)
  const scorer = ideaScorer({ db, clock, market })
  let term: number | undefined
  let expiredAt = Number.NEGATIVE_INFINITY
  const expire = async (): Promise<void> => {
    if (elapsedMs(clock) - expiredAt < EXPIRY_MS) return
    expiredAt = elapsedMs(clock)
    await newsRepository(db).expire(new Date(clock.now()))
  }
  return {
    look: async (): Promise<void> => {
      if (!market.hub.isReady()) return
      if (term === undefined || !(await mine.renew(term))) term = await mine.take()
      if (term === undefined) return
      const held = term
      await mine.whileHeld(held, async () => {
        // Leftovers of a killed process; usually none.
        await notifyPosts()
        await notifyNews('scored', await scorer.look(held))
      })
      await expire()
    },
    release: async (): Promise<void> => {
      if (term !== undefined) await mine.release(term)
      term = undefined
    },
  }
}
