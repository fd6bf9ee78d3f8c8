import type { sessionEntry } from '@aerie/wire/account/account-sessions'
import type * as z from 'zod/mini'
import { AppError } from '../../../platform/http/app-error.ts'
import type { AccountDeps } from '../deps.ts'
import { lockingOwnUser } from '../details/user-repository.ts'
import { notifyOfChange, requireChange } from '../mails/security-mails.ts'
import { deviceOf, locationOf } from './device-name.ts'
import { ownSessionRepository, type SessionRow, sessionRepository } from './session-repository.ts'
import { type Caller, REFRESH_TOKEN_MS } from './session-service.ts'

type Entry = z.output<typeof sessionEntry>

export const ownSessionService = ({ db, clock, limits, sessions, queueMail }: AccountDeps) => {
  const now = () => new Date(clock.now())
  type Ended = { readonly id: string } | { readonly except: string }
  const end = async (userId: string, which: Ended): Promise<number> => {
    await requireChange(limits, userId)
    const ended = await lockingOwnUser(db, userId, async (tx, user) => {
      const ids = await sessionRepository(tx).revoke({ userId, ...which }, 'revoked', now())
      if (ids.length > 0) await notifyOfChange(queueMail, tx, { user, change: 'sessionsEnded', at: now() })
      return ids
    })
    sessions.announce(ended)
    return ended.length
  }

  return {
    list: async ({ user, sessionId }: Caller): Promise<Entry[]> => {
      const refreshedSince = new Date(clock.now() - REFRESH_TOKEN_MS)
      const rows = await ownSessionRepository(db).listLive(user.user_id, { at: now(), refreshedSince })
      const entries = rows.map((row) => entryOf(row, sessionId))
      return [...entries.filter((entry) => entry.is_current), ...entries.filter((entry) => !entry.is_current)]
    },

    end: async ({ user }: Caller, id: string): Promise<void> => {
      if ((await end(user.user_id, { id })) === 0) throw new AppError('not_found')
    },

    endOthers: ({ user, sessionId }: Caller): Promise<number> => end(user.user_id, { except: sessionId }),
  }
}

const entryOf = (row: SessionRow, current: string): Entry => ({ ...shownSession(row), is_current: row.id === current })

export const shownSession = ({ id, userAgent, address, createdAt, refreshedAt }: SessionRow) => ({
  id,
  device: deviceOf(userAgent),
  place: locationOf(address),
  created_at: createdAt.toISOString(),
  last_seen_at: refreshedAt.toISOString(),
})
