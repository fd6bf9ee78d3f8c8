import * as z from 'zod/mini'
import { ACCOUNT_FIELD_WORDS } from './account-field-words.ts'

/** Minutes for which a proof of who is there opens what is sensitive, by the server's clock. */
export const REAUTHENTICATION_MINUTES = 10

/** The word of a 403 where such a proof is missing or too old: `POST /api/v1/auth/reauthenticate`, then the same call again. */
export const REAUTHENTICATION_REQUIRED = 'reauthentication_required'

/** A password to be compared: whatever its length once was allowed to be. */
export const currentPassword = z.string().check(z.minLength(1, ACCOUNT_FIELD_WORDS.needed), z.maxLength(1024))

/** Body of `POST /api/v1/auth/reauthenticate`. */
export const reauthenticate = z.strictObject({ password: currentPassword })
/** Data of it: until when sensitive calls are open, ISO 8601. */
export const reauthenticated = z.object({ until: z.string() })
