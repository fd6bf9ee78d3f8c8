import * as z from 'zod/mini'

const secretText = z
  .string()
  .check(
    z.minLength(1, 'Required'),
    z.maxLength(256, 'At most 256 characters'),
    z.regex(/^[\x21-\x7e]*$/, 'Letters, digits and signs without spaces'),
  )

/** Refusal reason: ApeX does not report the key's permissions, and the user has not confirmed them. */
export const APEX_RIGHTS_UNKNOWN = 'apex_rights_unknown'

/** Text the user must type when ApeX does not report the key's permissions. */
export const APEX_CONFIRMATION = 'cannot withdraw'

/** Body of `PUT /api/v1/account/apex`: a key the user created on ApeX Omni. */
export const apexKeysBody = z.strictObject({
  api_key: secretText,
  secret: secretText,
  passphrase: secretText,
  /** Required when ApeX does not report the key's permissions; ignored otherwise. */
  confirmation: z.optional(z.literal(APEX_CONFIRMATION)),
})
/** An ApeX Omni key as submitted. */
export type ApexKeysBody = z.output<typeof apexKeysBody>

const instant = z.iso.datetime()
const decimal = z.nullable(z.string())

/** Public status of a user's key; never the key itself. */
export const apexKeys = z.object({
  is_set: z.boolean(),
  key_ends: z.nullable(z.string()),
  account: z.nullable(z.string()),
  address: z.nullable(z.string()),
  checked_at: z.nullable(instant),
  /** Evidence that the key cannot withdraw: stated by ApeX or confirmed by the user; null if neither. */
  rights: z.nullable(z.enum(['stated', 'confirmed'])),
  placing: z.object({ is_on: z.boolean(), reason: z.nullable(z.string()) }),
})
/** Status of a user's key. */
export type ApexKeys = z.output<typeof apexKeys>

const done = z.object({ size: decimal, value: decimal, fee: decimal })

/** An open order on ApeX. */
export const apexOrderRow = z.object({
  id: z.string(),
  client_id: z.nullable(z.string()),
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  type: z.string(),
  state: z.enum(['pending', 'open', 'untriggered', 'filled', 'canceled', 'expired']),
  size: decimal,
  price: decimal,
  trigger: decimal,
  reduce_only: z.boolean(),
  matched: done,
  settled: done,
  created_at: z.nullable(instant),
})
/** An open order on ApeX. */
export type ApexOrderRow = z.output<typeof apexOrderRow>

/** A position on ApeX. */
export const apexPositionRow = z.object({
  symbol: z.string(),
  side: z.enum(['long', 'short']),
  size: decimal,
  entry: decimal,
  funding: decimal,
  realised: decimal,
})

/** A fill on ApeX. */
export const apexFillRow = z.object({
  id: z.string(),
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  size: decimal,
  price: decimal,
  fee: decimal,
  liquidity: z.nullable(z.enum(['taker', 'maker'])),
  is_settled: z.boolean(),
  at: z.nullable(instant),
})

/** Data of `GET /api/v1/account/apex/overview`, in USDT. */
export const apexOverview = z.object({
  as_of: instant,
  is_live: z.boolean(),
  balance: z.object({ equity: decimal, available: decimal, initial_margin: decimal, maintenance_margin: decimal }),
  positions: z.array(apexPositionRow),
  orders: z.array(apexOrderRow),
  fills: z.array(apexFillRow),
})
/** Data of `GET /api/v1/account/apex/overview`. */
export type ApexOverview = z.output<typeof apexOverview>

/** Path parameters of an order. */
export const apexOrderParams = z.object({ id: z.string().check(z.regex(/^[0-9A-Za-z_-]{1,64}$/)) })
/** Query of cancel-all; absent cancels all symbols. */
export const apexCancelQuery = z.object({ symbol: z.optional(z.string().check(z.regex(/^[A-Z0-9]{1,20}-[A-Z]{3,5}$/))) })
