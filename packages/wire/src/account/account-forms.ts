import { asciiText } from '@aerie/core/numbers/typed-number'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { session } from './accounts.ts'
import { ACCOUNT_FIELD_MESSAGES } from './messages.ts'

/** Digits of a one-time code. */
export const CODE_DIGITS = 6
/** Minutes a one-time code is valid. */
export const CODE_MINUTES = 10
/** Failed attempts that invalidate a one-time code. */
export const CODE_TRIES = 5
/** Minimum password length in code points. */
export const PASSWORD_MIN = 12
/** Maximum password length in UTF-16 units. */
export const PASSWORD_MAX = 128

/** An e-mail address; parsing trims and lower-cases it. */
export const email = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(254)),
    z.transform((text: string) => text.trim().toLowerCase()),
  ),
  z.email(ACCOUNT_FIELD_MESSAGES.email),
)
/** Any Unicode, unmodified; length counts code points. The server refuses common passwords. */
export const password = z.string().check(
  z.refine((text) => [...text].length >= PASSWORD_MIN, ACCOUNT_FIELD_MESSAGES.atLeast(PASSWORD_MIN)),
  z.maxLength(PASSWORD_MAX, ACCOUNT_FIELD_MESSAGES.atMost(PASSWORD_MAX)),
)
/** At least one visible character, and none that reorder text or disguise a name; some scripts need the joiners. */
export const VISIBLE_NAME = /^(?=.*[^\p{C}\p{Z}\p{M}\p{DI}])(?:[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>]|[\u200c\u200d])*$/u
/** A person's name: trimmed, 1 to 80 characters. */
export const personName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, ACCOUNT_FIELD_MESSAGES.needed),
    z.maxLength(80, ACCOUNT_FIELD_MESSAGES.atMost(80)),
    z.regex(VISIBLE_NAME, ACCOUNT_FIELD_MESSAGES.name),
  )
const MOST_CODE_CHARACTERS = 100
/** Normalises a code: removes spaces and dashes, converts full-width characters and other scripts' digits. */
export const bareCode = (text: string): string =>
  text.length > MOST_CODE_CHARACTERS ? text : asciiText(text).replaceAll(/[\s\p{Pd}−_]/gu, '')
/** Normalised authenticator code (six digits) or recovery code (sixteen letters and digits). */
export const otpCode = z
  .string()
  .check(z.overwrite(bareCode), z.regex(/^(\d{6}|[A-Za-z2-7]{4}(-?[A-Za-z2-7]{4}){3})$/, ACCOUNT_FIELD_MESSAGES.otp))
const code = z.string().check(z.overwrite(bareCode), z.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), ACCOUNT_FIELD_MESSAGES.code))

/** Form for a new account. */
export const signup = z.object({ email, password, first_name: personName, last_name: personName })
/** Form for the code of a sign-up. */
export const verify = z.object({ email, code })
/** Form for a login with a password. */
export const login = z.object({
  email,
  password: z.string().check(z.minLength(1, ACCOUNT_FIELD_MESSAGES.needed), z.maxLength(1024)),
  otp: z.optional(otpCode),
})
/** Form for a password reset code. */
export const forgotPassword = z.object({ email })
/** Form for a new password by code. Names apply only to an unverified account; `otp` only with a second factor. */
export const resetPassword = z.object({
  email,
  code,
  password,
  first_name: z.optional(personName),
  last_name: z.optional(personName),
  otp: z.optional(otpCode),
})

/** Data of signup and forgot-password: identical whether or not the address is registered. */
export const acceptedEmail = z.object({ email: z.string() })

/** The main wallet of a user, or the text `null`. */
export const userRecord = z.object({ wallet_address: z.string(), gold_tier_holder: z.boolean() })
/** The main wallet to choose; the gold tier field is ignored. */
export const userRecordUpdate = z.object({
  email,
  wallet_address: z.string().check(z.regex(/^(0x[0-9a-fA-F]{40}|null)$/, ACCOUNT_FIELD_MESSAGES.wallet)),
  gold_tier_holder: z.optional(z.unknown()),
})

/** Errors of a new password. */
export const PASSWORD_ERRORS = ['password_common', 'rule_broken'] as const

export const registerUser = endpoint('POST /auth/signup', {
  auth: 'public',
  summary: 'Creates an account and mails its confirmation code',
  body: signup,
  status: 202,
  returns: acceptedEmail,
  errors: PASSWORD_ERRORS,
})

export const confirmEmail = endpoint('POST /auth/verify', {
  auth: 'public',
  summary: 'Confirms the e-mail address with the code and logs in',
  description:
    'Signing up sets a cookie. From a browser without it, or after several different sign-ups with the same address, the response is ' +
    '409 `password_needed`: the address is confirmed, and `reset-password` with the same code sets the password.',
  body: verify,
  returns: session,
  errors: ['invalid_code', 'password_needed', 'account_inactive'],
})

export const createSession = endpoint('POST /auth/login', {
  auth: 'public',
  summary: 'Logs in with a password',
  body: login,
  returns: session,
  errors: ['invalid_credentials', 'invalid_code', 'otp_required', 'otp_unreadable', 'account_inactive'],
})

export const requestPasswordReset = endpoint('POST /auth/forgot-password', {
  auth: 'public',
  summary: 'Mails a code for setting a new password',
  body: forgotPassword,
  status: 202,
  returns: acceptedEmail,
})

export const resetForgottenPassword = endpoint('POST /auth/reset-password', {
  auth: 'public',
  summary: 'Sets a new password with the code, ends all other sessions and all API tokens, and logs in',
  body: resetPassword,
  returns: session,
  errors: ['invalid_code', 'otp_required', 'otp_unreadable', 'account_inactive', ...PASSWORD_ERRORS],
})

export const getUserRecord = endpoint('GET /getUserByEmail', {
  auth: 'user',
  tag: 'account',
  summary: "The caller's main wallet and tier",
  query: z.object({ email }),
  returns: userRecord,
})

export const changeUserRecord = endpoint('PUT /updateUserByEmail', {
  auth: 'user',
  tag: 'account',
  summary: 'Chooses one of the linked wallets as the main one, or none',
  body: userRecordUpdate,
  returns: userRecord,
  errors: ['wallet_not_linked'],
})
