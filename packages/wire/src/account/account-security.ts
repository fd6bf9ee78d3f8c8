import * as z from 'zod/mini'
import { bareCode, CODE_DIGITS, otpCode, password, VISIBLE_NAME } from './account-forms.ts'
import { ACCOUNT_FIELD_MESSAGES } from './messages.ts'

/** Minutes a reauthentication permits sensitive calls, by the server's clock. */
export const REAUTHENTICATION_MINUTES = 10

/** Reason of a 403 without a recent reauthentication: call `POST /api/v1/auth/reauthenticate`, then retry. */
export const REAUTHENTICATION_REQUIRED = 'reauthentication_required'

/** A password to compare; accepts any length allowed in the past. */
export const currentPassword = z.string().check(z.minLength(1, ACCOUNT_FIELD_MESSAGES.needed), z.maxLength(1024))

/** Minutes a passkey challenge is valid. */
export const PASSKEY_MINUTES = 5
/** Maximum passkeys per account. */
export const MOST_PASSKEYS = 20

const base64url = (most: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(most))
/** A credential id has at most 1,023 bytes (WebAuthn). */
const credentialId = base64url(1_364)

/** A new passkey as `PublicKeyCredential.toJSON` serialises it; other fields are ignored. */
export const passkeyRegistration = z.object({
  id: credentialId,
  response: z.object({
    clientDataJSON: base64url(4_096),
    attestationObject: base64url(32_768),
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
})
/** A passkey assertion, serialised the same way. */
export const passkeyAnswer = z.object({
  id: credentialId,
  response: z.object({ clientDataJSON: base64url(4_096), authenticatorData: base64url(4_096), signature: base64url(8_192) }),
})
/** WebAuthn options, written by the server library and read by the browser library. */
export const passkeyOptions = z.looseObject({ challenge: z.string() })
/** Body of `POST /api/v1/account/passkeys`. */
export const newPasskey = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, ACCOUNT_FIELD_MESSAGES.passkeyName),
      z.maxLength(40, ACCOUNT_FIELD_MESSAGES.passkeyName),
      z.regex(VISIBLE_NAME, ACCOUNT_FIELD_MESSAGES.name),
    ),
  passkey: passkeyRegistration,
})
/** Body of `POST /api/v1/auth/passkey`. */
export const passkeyLogin = z.object({ passkey: passkeyAnswer })
/** One passkey of `GET /api/v1/account/passkeys`, newest first. Times are ISO 8601. */
export const passkeyEntry = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  is_backed_up: z.boolean(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
})

/** Body of `POST /api/v1/auth/reauthenticate`: one of three methods. */
export const reauthenticate = z.union([
  z.strictObject({ password: currentPassword }),
  z.strictObject({ otp: otpCode }),
  z.strictObject({ passkey: passkeyAnswer }),
])
/** Its response: when sensitive calls are blocked again, ISO 8601. */
export const reauthenticated = z.object({ until: z.string() })

/** Body of `POST /api/v1/account/password`. */
export const passwordChange = z.object({ current: currentPassword, next: password })
/** Its response: number of other sessions ended. */
export const passwordChanged = z.object({ ended: z.int().check(z.gte(0)) })

/** Number of recovery codes issued. */
export const RECOVERY_CODES = 10
/** Minutes a new secret can be confirmed. */
export const OTP_SETUP_MINUTES = 30

/** Data of `GET /api/v1/account/otp`. */
export const otpStatus = z.object({
  is_on: z.boolean(),
  confirmed_at: z.nullable(z.string()),
  recovery_codes_left: z.int().check(z.gte(0)),
})
/** Data of `POST /api/v1/account/otp`: base32 secret, and as an `otpauth` URI for a QR code. */
export const otpSetup = z.object({ secret: z.string(), uri: z.string() })
/** Body of `POST /api/v1/account/otp/confirm`: the app's first code. */
export const otpConfirmation = z.object({
  code: z.string().check(z.overwrite(bareCode), z.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), ACCOUNT_FIELD_MESSAGES.code)),
})
/** Data of it and of new recovery codes: shown once, single use. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
