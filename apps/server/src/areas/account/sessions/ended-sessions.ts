import { and, count, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '../../../platform/db/client.ts'
import { refreshTokens, sessions } from '../../../platform/db/schema/accounts.ts'
import { tokenHash } from '../secrets.ts'
import { deviceOf } from './device-name.ts'
import type { RevokedFor } from './session-repository.ts'

/** Clauses after "because"; a logout, a deactivation and a deletion are the user's own or need none. */
const REASONS: Partial<Record<RevokedFor, string>> = {
  revoked: 'it was ended from another session of your account',
  'refresh-reuse': 'its cookie was used twice, as after a theft',
  'password-reset': 'the password was reset',
  'password-change': 'the password was changed',
  operator: 'the operator of this server ended it',
}
const reasonOf = (revokedFor: string | null): string | undefined => Object.entries(REASONS).find(([known]) => known === revokedFor)?.[1]

/** An ended session for its owner's bell; sessions ended by one change have one `key`. */
export type EndedSession = {
  readonly userId: string
  readonly key: string
  readonly kind: 'session_ended'
  readonly title: string
  readonly text: string
  readonly at: number
}

export const endedSessions = (db: Database) => ({
  /** Why the session of a refresh token has ended, as a sentence for its holder. */
  textOf: async (refreshToken: string): Promise<string> => {
    const [row] = await db
      .select({ revokedFor: sessions.revokedFor })
      .from(refreshTokens)
      .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
      .where(eq(refreshTokens.hash, tokenHash(refreshToken)))
    const reason = reasonOf(row?.revokedFor ?? null)
    return reason === undefined ? 'This session has ended. Log in again.' : `This session has ended because ${reason}. Log in again.`
  },

  /** Undefined if the user ended it on that device, or no longer exists. */
  newsOf: async (id: string): Promise<EndedSession | undefined> => {
    const [row] = await db
      .select()
      .from(sessions)
      .where(and(eq(sessions.id, id), isNotNull(sessions.revokedAt)))
    const reason = reasonOf(row?.revokedFor ?? null)
    if (row?.revokedAt == null || row.revokedFor === null || reason === undefined) return undefined
    const { userId, revokedAt, revokedFor, userAgent } = row
    const isSame = and(eq(sessions.userId, userId), eq(sessions.revokedAt, revokedAt), eq(sessions.revokedFor, revokedFor))
    const n = (await db.select({ n: count() }).from(sessions).where(isSame))[0]?.n ?? 1
    const { browser, system } = deviceOf(userAgent)
    const device = [browser, system].filter((part) => part !== null).join(' on ') || 'an unknown device'
    const title = n === 1 ? `Session ended: ${device}` : `${n} sessions ended`
    return {
      userId,
      key: `session_ended ${revokedAt.toISOString()} ${revokedFor}`,
      kind: 'session_ended',
      title,
      text: `${title}, because ${reason}`,
      at: revokedAt.getTime(),
    }
  },
})
