import { randomUUID } from 'node:crypto'
import { type Clock, elapsedMs, HOUR_MS } from '@aerie/core/time'
import type { Database } from '../../db/client.ts'
import { duty } from '../../db/duty.ts'
import type { TellNews } from './idea-news.ts'
import { ideaScorer } from './idea-scorer.ts'
import { SOCIAL_DUTY } from './idea-scores.ts'
import { newsRepository } from './news-repository.ts'
import type { SocialMarket } from './social-market.ts'

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly market: SocialMarket
  readonly tell: TellNews
  readonly tellPosts: () => Promise<void>
}

/** Between one look for news that have had their time and the next. */
const EXPIRY_MS = HOUR_MS

/** Scores ideas whenever this process has the duty and its market runs. A second one finds every score there already. */
export function socialDuty({ db, clock, market, tell, tellPosts }: Deps) {
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
      // What a process that was killed has left; usually there is nothing.
      await tellPosts()
      await tell('scored', await scorer.look(term))
      await expire()
    },
    release: async (): Promise<void> => {
      if (term !== undefined) await mine.release(term)
      term = undefined
    },
  }
}
