import { asciiText } from '@aerie/core/numbers/typed-number'
import * as z from 'zod/mini'
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

/** Body of `POST /api/v1/auth/signup`. */
export const signup = z.object({ email, password, first_name: personName, last_name: personName })
/** Body of `POST /api/v1/auth/verify`. */
export const verify = z.object({ email, code })
/** Body of `POST /api/v1/auth/login`. */
export const login = z.object({
  email,
  password: z.string().check(z.minLength(1, ACCOUNT_FIELD_MESSAGES.needed), z.maxLength(1024)),
  otp: z.optional(otpCode),
})
/** Body of `POST /api/v1/auth/forgot-password`. */
export const forgotPassword = z.object({ email })
/** Body of `POST /api/v1/auth/reset-password`. Names apply only to an unverified account; `otp` only with a second factor. */
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

/** Query of `GET /api/v1/getUserByEmail`. */
export const userRecordQuery = z.object({ email })
/** Data of `getUserByEmail` and `updateUserByEmail`. */
export const userRecord = z.object({ wallet_address: z.string(), gold_tier_holder: z.boolean() })
/** Body of `PUT /api/v1/updateUserByEmail`; its gold tier field is ignored. */
export const userRecordUpdate = z.object({
  email,
  wallet_address: z.string().check(z.regex(/^(0x[0-9a-fA-F]{40}|null)$/, ACCOUNT_FIELD_MESSAGES.wallet)),
  gold_tier_holder: z.optional(z.unknown()),
})
