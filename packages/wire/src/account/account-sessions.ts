import * as z from 'zod/mini'
import { byId, endpoint } from '../endpoint.ts'

/** Location of a session, derived from its IP address alone, without a lookup service. */
export const sessionPlace = z.object({
  kind: z.enum(['this-machine', 'local-network', 'internet', 'unknown']),
  /** Masked, such as `203.0.113.*`. */
  network: z.nullable(z.string()),
})
/** A session of the caller. Times are ISO 8601. */
export const sessionEntry = z.object({
  id: z.string(),
  device: z.object({ browser: z.nullable(z.string()), system: z.nullable(z.string()) }),
  place: sessionPlace,
  created_at: z.string(),
  /** Time of its last token: up to fifteen minutes old. */
  last_seen_at: z.string(),
  is_current: z.boolean(),
})
/** A login from a new device or network. */
export const newLogin = z.object({ ...z.omit(sessionEntry, { is_current: true }).shape, is_ended: z.boolean() })
/** Number of sessions ended. */
export const sessionsEnded = z.object({ ended: z.int().check(z.gte(0)) })

export const listSessions = endpoint('GET /account/sessions', {
  auth: 'user',
  summary: "The caller's sessions, the current one first",
  returns: z.array(sessionEntry),
})

export const endSession = endpoint('DELETE /account/sessions/:id', {
  auth: 'recent',
  summary: 'Ends a session and closes its sockets',
  params: byId,
  returns: sessionsEnded,
})

export const endOtherSessions = endpoint('DELETE /account/sessions', {
  auth: 'recent',
  summary: 'Ends all sessions except the current one',
  returns: sessionsEnded,
})

export const listNewLogins = endpoint('GET /account/new-logins', {
  auth: 'user',
  summary: 'Logins from a new device or network that are not marked as seen yet, newest first',
  returns: z.array(newLogin),
})

export const markNewLoginsSeen = endpoint('POST /account/new-logins/read', {
  auth: 'user',
  summary: 'Marks new logins as seen, in all sessions',
  body: z.object({ ids: z.array(z.uuid()).check(z.maxLength(50)) }),
  /** Number newly marked. */
  returns: z.object({ seen: z.int().check(z.gte(0)) }),
})
