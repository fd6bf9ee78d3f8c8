import * as z from 'zod/mini'
import { ACCOUNT_FIELD_WORDS } from './field-words.ts'

/** Access tokens live this long. */
export const ACCESS_TOKEN_SECONDS = 15 * 60
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
const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, ACCOUNT_FIELD_WORDS.needed),
    z.maxLength(80, ACCOUNT_FIELD_WORDS.atMost(80)),
    z.regex(/^[^\p{Cc}<>]*$/u, ACCOUNT_FIELD_WORDS.name),
  )
const code = z.string().check(z.trim(), z.regex(/^\d{6}$/, ACCOUNT_FIELD_WORDS.code))

/** Body of `POST /api/v1/auth/signup`. */
export const signup = z.object({ email, password, first_name: name, last_name: name })
/** Body of `POST /api/v1/auth/verify`. */
export const verify = z.object({ email, code })
/** Body of `POST /api/v1/auth/login`. */
export const login = z.object({
  email,
  password: z.string().check(z.minLength(1, ACCOUNT_FIELD_WORDS.needed), z.maxLength(1024)),
  otp: z.optional(code),
})
/** Body of `POST /api/v1/auth/forgot-password`. */
export const forgotPassword = z.object({ email })
/**
 * Body of `POST /api/v1/auth/reset-password`. The names are those of an account that is not verified yet: whoever sets its first
 * password says whose it is. For any other account they change nothing.
 */
export const resetPassword = z.object({ email, code, password, first_name: z.optional(name), last_name: z.optional(name) })

/** Subscriptions of the product; claw is the default. */
export const SUBSCRIPTIONS = ['claw', 'IPC'] as const

/** A moment as `Date.toISOString` writes it. Not `z.iso`, whose patterns would be half a kilobyte of every first visit. */
const instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/))

/** The user as the access token carries it (SPEC.md section 3). All of it is the server's own reading. */
export const user = z.object({
  user_id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  created_at: instant,
  updated_at: instant,
  daily_api_call_limit: z.int().check(z.gte(0)),
  gold_tier_holder: z.boolean(),
  dashboard_tier: z.string(),
  is_active: z.boolean(),
  is_confirmed: z.boolean(),
  is_vip: z.boolean(),
  subscription: z.enum(SUBSCRIPTIONS),
  telegram_id: z.nullable(z.string()),
  /** The main wallet's address, or the text `null` when there is none. */
  wallet_address: z.string(),
  /** Vested product tokens, in whole tokens, as decimal text. */
  vested_amount: z.string(),
})
export type User = z.output<typeof user>

/** Claims of the access token: the user and the session it belongs to. */
export const accessClaims = z.extend(user, { sid: z.string(), exp: z.int(), iat: z.int() })
export type AccessClaims = z.output<typeof accessClaims>

/** Data of verify, login, refresh and reset-password. */
export const session = z.object({ token: z.string(), user })
export type Session = z.output<typeof session>
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

/** Guests and users without a name are called this. */
export const displayName = (who: Pick<User, 'first_name' | 'last_name'> | null): string =>
  [who?.first_name, who?.last_name].filter(Boolean).join(' ') || 'Guest'
