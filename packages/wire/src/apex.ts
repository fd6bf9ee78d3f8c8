import * as z from 'zod/mini'

const secretText = z
  .string()
  .check(
    z.minLength(1, 'Required'),
    z.maxLength(256, 'At most 256 characters'),
    z.regex(/^[\x21-\x7e]*$/, 'Letters, digits and signs without spaces'),
  )

/** The word of a refusal: ApeX does not say what the key may do, and its user has not confirmed it. */
export const APEX_RIGHTS_UNKNOWN = 'apex_rights_unknown'

/** What the user writes where ApeX does not say what a key may do. */
export const APEX_CONFIRMATION = 'cannot withdraw'

/** Body of `PUT /api/v1/account/apex`: a key that the user made at ApeX Omni. */
export const apexKeysBody = z.strictObject({
  api_key: secretText,
  secret: secretText,
  passphrase: secretText,
  /** Needed where ApeX does not say what the key may do; changes nothing where it says. */
  confirmation: z.optional(z.literal(APEX_CONFIRMATION)),
})
/** A key of ApeX Omni as the form has it. */
export type ApexKeysBody = z.output<typeof apexKeysBody>

const instant = z.iso.datetime()
const decimal = z.nullable(z.string())

/** What is told of a user's key: that there is one, and whose; never the key. */
export const apexKeys = z.object({
  is_set: z.boolean(),
  /** The last four characters of the API key; null without one. */
  key_ends: z.nullable(z.string()),
  /** Number of the account at ApeX. */
  account: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** When ApeX last accepted the key. */
  checked_at: z.nullable(instant),
  /** That it cannot withdraw: ApeX has stated it, or its user has confirmed it; null where neither is known. */
  rights: z.nullable(z.enum(['stated', 'confirmed'])),
  /** Whether live orders can be placed here, and why not. */
  placing: z.object({ is_on: z.boolean(), reason: z.nullable(z.string()) }),
})
/** What is told of a user's key. */
export type ApexKeys = z.output<typeof apexKeys>

/** What the book has done of an order or a fill, and what the second layer has confirmed. */
const done = z.object({ size: decimal, value: decimal, fee: decimal })

/** An order that waits at ApeX. */
export const apexOrderRow = z.object({
  id: z.string(),
  client_id: z.nullable(z.string()),
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  /** ApeX's own word, such as `STOP_LIMIT`. */
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
/** An order that waits at ApeX. */
export type ApexOrderRow = z.output<typeof apexOrderRow>

/** A position at ApeX. */
export const apexPositionRow = z.object({
  symbol: z.string(),
  side: z.enum(['long', 'short']),
  size: decimal,
  entry: decimal,
  funding: decimal,
  realised: decimal,
})

/** A fill at ApeX. */
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
  /** When it was read, or last confirmed by the private socket. */
  as_of: instant,
  /** Whether the private socket is connected: changes arrive by themselves. */
  is_live: z.boolean(),
  balance: z.object({ equity: decimal, available: decimal, initial_margin: decimal, maintenance_margin: decimal }),
  positions: z.array(apexPositionRow),
  orders: z.array(apexOrderRow),
  fills: z.array(apexFillRow),
})
/** Data of `GET /api/v1/account/apex/overview`. */
export type ApexOverview = z.output<typeof apexOverview>

/** Path of one order. */
export const apexOrderParams = z.object({ id: z.string().check(z.regex(/^[0-9A-Za-z_-]{1,64}$/)) })
/** Query of cancel-all: absent, of all symbols. */
export const apexCancelQuery = z.object({ symbol: z.optional(z.string().check(z.regex(/^[A-Z0-9]{1,20}-[A-Z]{3,5}$/))) })
