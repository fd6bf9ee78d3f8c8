import { randomUUID } from 'node:crypto'
import type { Notify } from '@aerie/wire/notices'
import type { Database } from '../../db/client.ts'
import { duty } from '../../db/duty.ts'
import { ideaScorer } from './idea-scorer.ts'
import { SOCIAL_DUTY } from './idea-scores.ts'
import type { SocialMarket } from './social-market.ts'

type Deps = { readonly db: Database; readonly market: SocialMarket; readonly notify: Notify }

/** Scores ideas whenever this process has the duty and its market runs. A second one finds every score there already. */
export function socialDuty({ db, market, notify }: Deps) {
  const mine = duty({ pool: db.$client, name: SOCIAL_DUTY, holder: randomUUID() })
  const scorer = ideaScorer({ db, market })
  let term: number | undefined
  return {
    look: async (): Promise<void> => {
      if (!market.hub.isReady()) return
      if (term === undefined || !(await mine.renew(term))) term = await mine.take()
      if (term === undefined) return
      for (const { idea, userId } of await scorer.look(term)) notify(userId, { kind: 'idea', idea, event: 'scored' })
    },
    release: async (): Promise<void> => {
      if (term !== undefined) await mine.release(term)
      term = undefined
    },
  }
}
