import * as z from 'zod/mini'
import { byId, endpoint } from '../endpoint.ts'
import { bareCode, CODE_DIGITS, otpCode, PASSWORD_ERRORS, password, VISIBLE_NAME } from './account-forms.ts'
import { session } from './accounts.ts'
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
/** A passkey to save, with its name. */
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
/** A saved passkey. Times are ISO 8601. */
export const passkeyEntry = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  is_backed_up: z.boolean(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
})

/** Proof of identity by one of three methods. */
export const reauthenticate = z.union([
  z.strictObject({ password: currentPassword }),
  z.strictObject({ otp: otpCode }),
  z.strictObject({ passkey: passkeyAnswer }),
])

/** Form for another password. */
export const passwordChange = z.object({ current: currentPassword, next: password })

/** Number of recovery codes issued. */
export const RECOVERY_CODES = 10
/** Minutes a new secret can be confirmed. */
export const OTP_SETUP_MINUTES = 30

/** State of the second factor. */
export const otpStatus = z.object({
  is_on: z.boolean(),
  confirmed_at: z.nullable(z.string()),
  recovery_codes_left: z.int().check(z.gte(0)),
})
/** A new secret: in base32, and as an `otpauth` URI for a QR code. */
export const otpSetup = z.object({ secret: z.string(), uri: z.string() })
/** Form for the first code of an authenticator app. */
export const otpConfirmation = z.object({
  code: z.string().check(z.overwrite(bareCode), z.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), ACCOUNT_FIELD_MESSAGES.code)),
})
/** Recovery codes: shown once, single use. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const startPasskeyLogin = endpoint('POST /auth/passkey/options', {
  auth: 'public',
  summary: 'WebAuthn options for logging in; valid once, in this browser, for five minutes',
  returns: passkeyOptions,
  errors: ['passkey_host'],
})

export const createPasskeySession = endpoint('POST /auth/passkey', {
  auth: 'public',
  summary: 'Logs in with a passkey',
  body: z.object({ passkey: passkeyAnswer }),
  returns: session,
  errors: ['passkey_refused', 'passkey_host', 'account_inactive'],
})

export const startPasskeyConfirmation = endpoint('POST /auth/reauthenticate/options', {
  auth: 'user',
  summary: 'WebAuthn options for confirming the identity of the caller; valid once, for five minutes',
  returns: passkeyOptions,
  errors: ['passkey_host'],
})

export const confirmIdentity = endpoint('POST /auth/reauthenticate', {
  auth: 'user',
  summary: 'Confirms the identity of the caller; sensitive calls of this session are then permitted for ten minutes',
  body: reauthenticate,
  /** When sensitive calls are blocked again, ISO 8601. */
  returns: z.object({ until: z.string() }),
  errors: ['invalid_credentials', 'invalid_code', 'otp_required', 'otp_unreadable', 'passkey_refused', 'passkey_host'],
})

export const changePassword = endpoint('POST /account/password', {
  auth: 'user',
  summary: 'Changes the password and ends all other sessions and all API tokens',
  body: passwordChange,
  /** Number of other sessions ended. */
  returns: z.object({ ended: z.int().check(z.gte(0)) }),
  errors: ['invalid_credentials', 'conflict', 'password_unchanged', ...PASSWORD_ERRORS],
})

export const listPasskeys = endpoint('GET /account/passkeys', {
  auth: 'user',
  summary: "The caller's passkeys, newest first",
  returns: z.array(passkeyEntry),
})

export const startPasskeyCreation = endpoint('POST /account/passkeys/options', {
  auth: 'recent',
  summary: 'WebAuthn options for creating a passkey; valid once, for five minutes',
  returns: passkeyOptions,
  errors: ['passkey_host', 'too_many_passkeys'],
})

export const createPasskey = endpoint('POST /account/passkeys', {
  auth: 'recent',
  summary: 'Saves a passkey created by the browser',
  body: newPasskey,
  status: 201,
  returns: passkeyEntry,
  errors: ['passkey_refused', 'passkey_host', 'too_many_passkeys', 'conflict'],
})

export const deletePasskey = endpoint('DELETE /account/passkeys/:id', {
  auth: 'recent',
  summary: 'Deletes a passkey',
  params: byId,
  returns: byId,
})

export const getOtpStatus = endpoint('GET /account/otp', {
  auth: 'user',
  summary: 'Whether logging in requires a code',
  returns: otpStatus,
})

export const startOtpSetup = endpoint('POST /account/otp', {
  auth: 'recent',
  summary: 'Creates the secret for an authenticator app; shown once',
  returns: otpSetup,
  errors: ['otp_already_on'],
})

export const confirmOtpSetup = endpoint('POST /account/otp/confirm', {
  auth: 'recent',
  summary: 'Turns the second factor on with the first code and returns the recovery codes, once',
  body: otpConfirmation,
  returns: recoveryCodes,
  errors: ['invalid_code', 'otp_already_on', 'otp_setup_ended', 'otp_unreadable'],
})

export const renewRecoveryCodes = endpoint('POST /account/otp/recovery-codes', {
  auth: 'recent',
  summary: 'Replaces the recovery codes',
  returns: recoveryCodes,
  errors: ['otp_off'],
})

export const removeOtp = endpoint('DELETE /account/otp', {
  auth: 'recent',
  summary: 'Turns the second factor off',
  returns: z.object({ removed: z.boolean() }),
})
