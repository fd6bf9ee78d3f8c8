import * as z from 'zod/mini'

/** Location of a session, derived from its IP address alone, without a lookup service. */
export const sessionPlace = z.object({
  kind: z.enum(['this-machine', 'local-network', 'internet', 'unknown']),
  /** Masked, such as `203.0.113.*`. */
  network: z.nullable(z.string()),
})
/** One of `GET /api/v1/account/sessions`. Times are ISO 8601. */
export const sessionEntry = z.object({
  id: z.string(),
  device: z.object({ browser: z.nullable(z.string()), system: z.nullable(z.string()) }),
  place: sessionPlace,
  created_at: z.string(),
  /** Time of its last token: up to fifteen minutes old. */
  last_seen_at: z.string(),
  is_current: z.boolean(),
})
/** One of `GET /api/v1/account/new-logins`: a login from a new device or network. */
export const newLogin = z.object({ ...z.omit(sessionEntry, { is_current: true }).shape, is_ended: z.boolean() })
/** Body of `POST /api/v1/account/new-logins/read`. */
export const newLoginsRead = z.object({ ids: z.array(z.uuid()).check(z.maxLength(50)) })
/** Its response: number newly marked as seen. */
export const newLoginsSeen = z.object({ seen: z.int().check(z.gte(0)) })
/** Number of sessions ended. */
export const sessionsEnded = z.object({ ended: z.int().check(z.gte(0)) })
