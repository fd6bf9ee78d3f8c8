import { randomUUID } from 'node:crypto'
import { type Clock, elapsedMs, HOUR_MS } from '@aerie/core/time'
import type { Database } from '../../platform/db/client.ts'
import { duty } from '../../platform/duties/duty.ts'
import type { NotifyNews } from './idea-news.ts'
import { ideaScorer } from './idea-scorer.ts'
import { SOCIAL_DUTY } from './idea-scores.ts'
import { newsRepository } from './news-repository.ts'
import type { SocialMarket } from './social-market.ts'

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly market: SocialMarket
  readonly notifyNews: NotifyNews
  readonly notifyPosts: () => Promise<void>
}

const EXPIRY_MS = HOUR_MS

export function socialDuty({ db, clock, market, notifyNews, notifyPosts }: Deps) {
  const mine = duty({ pool: db.$client, name: SOCIAL_DUTY, holder: randomUUID() })
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
