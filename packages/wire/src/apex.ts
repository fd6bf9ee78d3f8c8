import * as z from 'zod/mini'
import { endpoint, nothing } from './endpoint.ts'

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

/** A key the user created on ApeX Omni. */
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

/** An account at ApeX Omni, in USDT. */
export const apexOverview = z.object({
  as_of: instant,
  is_live: z.boolean(),
  balance: z.object({ equity: decimal, available: decimal, initial_margin: decimal, maintenance_margin: decimal }),
  positions: z.array(apexPositionRow),
  orders: z.array(apexOrderRow),
  fills: z.array(apexFillRow),
})
/** An account at ApeX Omni. */
export type ApexOverview = z.output<typeof apexOverview>

/** Errors of everything that asks ApeX. */
export const APEX_ERRORS = ['apex_not_linked', 'apex_key_unreadable', 'apex_refused', 'apex_unavailable', 'apex_busy'] as const

export const getApexKeys = endpoint('GET /account/apex', {
  auth: 'user',
  summary: 'Whether an ApeX Omni key is saved; never the key itself',
  returns: apexKeys,
})

export const saveApexKeys = endpoint('PUT /account/apex', {
  auth: 'recent',
  isRefusedWhileLeaving: true,
  summary: 'Saves an ApeX Omni key after ApeX has accepted it',
  description:
    '422 `apex_refused` where ApeX does not know it, `apex_key_may_withdraw` where it may withdraw or transfer, `apex_rights_unknown` where ApeX does not say what it may do and `confirmation` is missing.',
  body: apexKeysBody,
  returns: apexKeys,
  errors: [...APEX_ERRORS, 'apex_key_may_withdraw', 'apex_rights_unknown', 'rule_broken'],
})

export const deleteApexKeys = endpoint('DELETE /account/apex', {
  auth: 'recent',
  summary: 'Deletes the key',
  returns: nothing,
  errors: ['apex_not_linked', 'apex_orders_open'],
})

export const getApexOverview = endpoint('GET /account/apex/overview', {
  auth: 'user',
  summary: 'Margin, positions, open orders and the newest fills at ApeX Omni',
  returns: apexOverview,
  errors: APEX_ERRORS,
})

export const cancelApexOrder = endpoint('DELETE /account/apex/orders/:id', {
  auth: 'user',
  summary: 'Cancels an order at ApeX Omni',
  params: z.object({ id: z.string().check(z.regex(/^[0-9A-Za-z_-]{1,64}$/)) }),
  returns: nothing,
  errors: APEX_ERRORS,
})

export const cancelApexOrders = endpoint('DELETE /account/apex/orders', {
  auth: 'user',
  summary: 'Cancels all open orders at ApeX Omni, including stops',
  query: z.object({ symbol: z.optional(z.string().check(z.regex(/^[A-Z0-9]{1,20}-[A-Z]{3,5}$/))) }),
  returns: nothing,
  errors: APEX_ERRORS,
})
