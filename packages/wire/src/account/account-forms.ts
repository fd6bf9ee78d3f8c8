import { asciiText } from '@aerie/core/numbers/typed-number'
import * as z from 'zod/mini'
import { ACCOUNT_FIELD_WORDS } from './account-field-words.ts'

/** Digits of a one-time code. */
export const CODE_DIGITS = 6
/** Minutes a one-time code stays valid. */
export const CODE_MINUTES = 10
/** Wrong tries after which a one-time code is dead. */
export const CODE_TRIES = 5
/** Fewest code points of a password. */
export const PASSWORD_MIN = 12
/** Most UTF-16 units of a password. */
export const PASSWORD_MAX = 128

/** An e-mail address, trimmed and lower-cased by whoever parses it. */
export const email = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(254)),
    z.transform((text: string) => text.trim().toLowerCase()),
  ),
  z.email(ACCOUNT_FIELD_WORDS.email),
)
/** Any Unicode, as typed; length counts code points. Common passwords are refused by the server. */
export const password = z.string().check(
  z.refine((text) => [...text].length >= PASSWORD_MIN, ACCOUNT_FIELD_WORDS.atLeast(PASSWORD_MIN)),
  z.maxLength(PASSWORD_MAX, ACCOUNT_FIELD_WORDS.atMost(PASSWORD_MAX)),
)
/**
 * Something that can be seen, and nothing that cannot: an invisible sign turns the text around it, or makes two names look alike. The
 * joiners are part of how some scripts are written.
 */
export const VISIBLE_NAME = /^(?=.*[^\p{C}\p{Z}\p{M}\p{DI}])(?:[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>]|[\u200c\u200d])*$/u
/** A person's name: trimmed, 1 to 80 characters. */
export const personName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, ACCOUNT_FIELD_WORDS.needed),
    z.maxLength(80, ACCOUNT_FIELD_WORDS.atMost(80)),
    z.regex(VISIBLE_NAME, ACCOUNT_FIELD_WORDS.name),
  )
const MOST_CODE_CHARACTERS = 100
/** A code without what people and programs put into it: spaces, dashes of every kind, full-width signs, the digits of another script. */
export const bareCode = (text: string): string =>
  text.length > MOST_CODE_CHARACTERS ? text : asciiText(text).replaceAll(/[\s\p{Pd}−_]/gu, '')
/** Six digits of an authenticator app, or one of the recovery codes: sixteen letters and digits. Parsed to them alone. */
export const otpCode = z
  .string()
  .check(z.overwrite(bareCode), z.regex(/^(\d{6}|[A-Za-z2-7]{4}(-?[A-Za-z2-7]{4}){3})$/, ACCOUNT_FIELD_WORDS.otp))
/** Six digits of a mail. Parsed to them alone. */
const code = z.string().check(z.overwrite(bareCode), z.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), ACCOUNT_FIELD_WORDS.code))

/** Body of `POST /api/v1/auth/signup`. */
export const signup = z.object({ email, password, first_name: personName, last_name: personName })
/** Body of `POST /api/v1/auth/verify`. */
export const verify = z.object({ email, code })
/** Body of `POST /api/v1/auth/login`. */
export const login = z.object({
  email,
  password: z.string().check(z.minLength(1, ACCOUNT_FIELD_WORDS.needed), z.maxLength(1024)),
  otp: z.optional(otpCode),
})
/** Body of `POST /api/v1/auth/forgot-password`. */
export const forgotPassword = z.object({ email })
/**
 * Body of `POST /api/v1/auth/reset-password`. The names are those of an account that is not verified yet: whoever sets its first
 * password says whose it is. For any other account they change nothing. `otp` is of an account with a second factor.
 */
export const resetPassword = z.object({
  email,
  code,
  password,
  first_name: z.optional(personName),
  last_name: z.optional(personName),
  otp: z.optional(otpCode),
})

/** Data of signup and forgot-password: the same whether or not the address is known. */
export const acceptedEmail = z.object({ email: z.string() })

/** Query of `GET /api/v1/getUserByEmail`. */
export const userRecordQuery = z.object({ email })
/** Data of `getUserByEmail` and `updateUserByEmail`. */
export const userRecord = z.object({ wallet_address: z.string(), gold_tier_holder: z.boolean() })
/** Body of `PUT /api/v1/updateUserByEmail`. What it says of the gold tier is ignored. */
export const userRecordUpdate = z.object({
  email,
  wallet_address: z.string().check(z.regex(/^(0x[0-9a-fA-F]{40}|null)$/, ACCOUNT_FIELD_WORDS.wallet)),
  gold_tier_holder: z.optional(z.unknown()),
})
