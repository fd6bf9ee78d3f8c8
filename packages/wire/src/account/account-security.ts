import * as z from 'zod/mini'
import { ACCOUNT_FIELD_WORDS } from './account-field-words.ts'
import { bareCode, CODE_DIGITS, otpCode, password, VISIBLE_NAME } from './account-forms.ts'

/** Minutes for which a proof of who is there opens what is sensitive, by the server's clock. */
export const REAUTHENTICATION_MINUTES = 10

/** The word of a 403 where such a proof is missing or too old: `POST /api/v1/auth/reauthenticate`, then the same call again. */
export const REAUTHENTICATION_REQUIRED = 'reauthentication_required'

/** A password to be compared: whatever its length once was allowed to be. */
export const currentPassword = z.string().check(z.minLength(1, ACCOUNT_FIELD_WORDS.needed), z.maxLength(1024))

/** Minutes that a question to a passkey is good for. */
export const PASSKEY_MINUTES = 5
/** Most passkeys of one account. */
export const MOST_PASSKEYS = 20

const base64url = (most: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(most))
/** A credential's id has at most 1,023 bytes (WebAuthn). */
const credentialId = base64url(1_364)

/** What a browser says after it has made a passkey, as `PublicKeyCredential.toJSON` writes it; what else that holds is ignored. */
export const passkeyRegistration = z.object({
  id: credentialId,
  response: z.object({
    clientDataJSON: base64url(4_096),
    attestationObject: base64url(32_768),
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
})
/** What a passkey has signed, in the same form. */
export const passkeyAnswer = z.object({
  id: credentialId,
  response: z.object({ clientDataJSON: base64url(4_096), authenticatorData: base64url(4_096), signature: base64url(8_192) }),
})
/** The browser's own form of options: what the library of the server writes, the library of the browser reads. */
export const passkeyOptions = z.looseObject({ challenge: z.string() })
/** Body of `POST /api/v1/account/passkeys`. */
export const newPasskey = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, ACCOUNT_FIELD_WORDS.passkeyName),
      z.maxLength(40, ACCOUNT_FIELD_WORDS.passkeyName),
      z.regex(VISIBLE_NAME, ACCOUNT_FIELD_WORDS.name),
    ),
  passkey: passkeyRegistration,
})
/** Body of `POST /api/v1/auth/passkey`. */
export const passkeyLogin = z.object({ passkey: passkeyAnswer })
/** One passkey, newest first in `GET /api/v1/account/passkeys`. Times are ISO 8601. */
export const passkeyEntry = z.object({
  id: z.string(),
  name: z.string(),
  /** The host name it works at. */
  host: z.string(),
  /** Whether its keeper copies it to other devices. */
  is_backed_up: z.boolean(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
})

/** Body of `POST /api/v1/auth/reauthenticate`: one of the three. */
export const reauthenticate = z.union([
  z.strictObject({ password: currentPassword }),
  z.strictObject({ otp: otpCode }),
  z.strictObject({ passkey: passkeyAnswer }),
])
/** Data of it: until when sensitive calls are open, ISO 8601. */
export const reauthenticated = z.object({ until: z.string() })

/** Body of `POST /api/v1/account/password`. */
export const passwordChange = z.object({ current: currentPassword, next: password })
/** Data of it: how many other sessions it has ended. */
export const passwordChanged = z.object({ ended: z.int().check(z.gte(0)) })

/** How many recovery codes there are at first. */
export const RECOVERY_CODES = 10
/** Minutes that a new secret waits for its first code. */
export const OTP_SETUP_MINUTES = 30

/** Data of `GET /api/v1/account/otp`. */
export const otpStatus = z.object({
  is_on: z.boolean(),
  /** ISO 8601; null while it is off. */
  confirmed_at: z.nullable(z.string()),
  recovery_codes_left: z.int().check(z.gte(0)),
})
/** Data of `POST /api/v1/account/otp`: base32, and the same as an `otpauth` address for a QR code. */
export const otpSetup = z.object({ secret: z.string(), uri: z.string() })
/** Body of `POST /api/v1/account/otp/confirm`: the first code of the app. */
export const otpConfirmation = z.object({
  code: z.string().check(z.overwrite(bareCode), z.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), ACCOUNT_FIELD_WORDS.code)),
})
/** Data of it and of new recovery codes: shown once, each good for one use. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
