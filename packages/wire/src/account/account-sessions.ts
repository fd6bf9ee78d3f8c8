import * as z from 'zod/mini'

/** Where a session was opened, by its address alone: nobody is asked. */
export const sessionPlace = z.object({
  kind: z.enum(['this-machine', 'local-network', 'internet', 'unknown']),
  /** The network it came from, such as `203.0.113.*`; null where that says nothing. */
  network: z.nullable(z.string()),
})
/** One of `GET /api/v1/account/sessions`. Times are ISO 8601. */
export const sessionEntry = z.object({
  id: z.string(),
  /** By the browser's own word; null where it is not known. */
  device: z.object({ browser: z.nullable(z.string()), system: z.nullable(z.string()) }),
  place: sessionPlace,
  created_at: z.string(),
  /** Of its last token: up to fifteen minutes ago, in a window that is open. */
  last_seen_at: z.string(),
  is_current: z.boolean(),
})
/** One of `GET /api/v1/account/new-logins`: a login from a device or network that its user had not logged in from. */
export const newLogin = z.object({ ...z.omit(sessionEntry, { is_current: true }).shape, is_ended: z.boolean() })
/** Body of `POST /api/v1/account/new-logins/read`. */
export const newLoginsRead = z.object({ ids: z.array(z.uuid()).check(z.maxLength(50)) })
/** Data of it: how many were marked as seen by this call. */
export const newLoginsSeen = z.object({ seen: z.int().check(z.gte(0)) })
/** Data of the ends of sessions: how many have ended. */
export const sessionsEnded = z.object({ ended: z.int().check(z.gte(0)) })
