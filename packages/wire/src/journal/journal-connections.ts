import * as z from 'zod/mini'
import { byId, endpoint, nothing } from '../endpoint.ts'
import { instant } from '../trading/trading-account.ts'
import { sourceText } from './journal-imports.ts'

/** Exchanges that a connection can read. */
export const CONNECTED_EXCHANGES = ['binance', 'bybit', 'okx', 'kraken', 'hyperliquid'] as const
/** One of `CONNECTED_EXCHANGES`. */
export const connectedExchange = z.enum(CONNECTED_EXCHANGES)
/** An exchange that a connection can read. */
export type ConnectedExchange = z.output<typeof connectedExchange>

/** Maximum number of connections of a user. */
export const MOST_CONNECTIONS = 10

const secretText = z
  .string()
  .check(
    z.minLength(1, 'Required'),
    z.maxLength(512, 'At most 512 characters'),
    z.regex(/^[\x21-\x7e]*$/, 'Letters, digits and signs without spaces'),
  )

/** Body of `POST /api/v1/journal/connections`: `key` and `secret`, for OKX with `passphrase`; for Hyperliquid `address` alone. */
export const connectionBody = z.strictObject({
  exchange: connectedExchange,
  /** Name of the account, as for files: files and connections of one name share their trades and positions. */
  source: z.optional(sourceText),
  key: z.optional(secretText),
  secret: z.optional(secretText),
  passphrase: z.optional(secretText),
  address: z.optional(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'An address of 0x and 40 hexadecimal digits'))),
})
/** A connection as submitted. */
export type ConnectionBody = z.output<typeof connectionBody>

/**
 * `checking`: waits for its turn, or the key is being checked. `filling`: trades are being read. `rate_limited` and `retrying`: continues by
 * itself at `retry_at`. `key_rejected`: needs a new connection; the key was deleted.
 */
export const CONNECTION_STATES = ['checking', 'filling', 'up_to_date', 'rate_limited', 'retrying', 'key_rejected'] as const

/** A connection; never the key itself. */
export const journalConnection = z.object({
  id: z.uuid(),
  exchange: connectedExchange,
  source: z.nullable(z.string()),
  state: z.enum(CONNECTION_STATES),
  /** Last characters of the key; null for a connection by address. */
  key_ends: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** All trades up to this time have been read, where the exchange still has them; null before the first complete reading. */
  synced_to: z.nullable(instant),
  /** End of the last complete reading. */
  synced_at: z.nullable(instant),
  retry_at: z.nullable(instant),
  /** Why it does not continue, for the user. */
  error: z.nullable(z.string()),
  /** Parts of the history read so far, and known so far. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /** What it covers and what it does not, one sentence each. */
  covers: z.array(z.string()),
  /** Entries that it added to the journal. */
  entries: z.int(),
  trips: z.int(),
  /** Its import. Once the connection is deleted, that import can be undone like one of a file. */
  import_id: z.uuid(),
  created_at: instant,
})
/** A connection to an exchange. */
export type JournalConnection = z.output<typeof journalConnection>

const CHECK_ERRORS = ['connection_key_rejected', 'connection_key_may_trade', 'connection_unavailable'] as const

export const createConnection = endpoint('POST /journal/connections', {
  auth: 'recent',
  isRefusedWhileLeaving: true,
  summary: 'Connects an exchange account with a read-only key, after the exchange has confirmed that the key can only read',
  description:
    'A key that may trade, transfer or withdraw is refused with 422 `connection_key_may_trade` and not stored. The same connection again is answered with 200. ' +
    'A second connection of one exchange and `source` with another key gets 409 `connection_exists`.',
  body: connectionBody,
  status: 201,
  isRepeatable: true,
  returns: journalConnection,
  errors: [...CHECK_ERRORS, 'connection_exists', 'too_many_connections', 'too_many_imports', 'rate_limited'],
})

export const listConnections = endpoint('GET /journal/connections', {
  auth: 'user',
  scope: 'journal:read',
  summary: "The caller's connections to exchanges, oldest first",
  lists: journalConnection,
})

export const getConnection = endpoint('GET /journal/connections/:id', {
  auth: 'user',
  scope: 'journal:read',
  summary: 'A connection with its progress',
  params: byId,
  returns: journalConnection,
})

export const syncConnection = endpoint('POST /journal/connections/:id/sync', {
  auth: 'user',
  scope: 'journal:write',
  summary: 'Reads new trades now; without effect while it is already reading or must wait',
  params: byId,
  returns: journalConnection,
  errors: ['connection_key_rejected', 'rate_limited'],
})

export const deleteConnection = endpoint('DELETE /journal/connections/:id', {
  auth: 'user',
  scope: 'journal:write',
  summary: 'Deletes the connection and its key; its trades stay as an import that can be undone',
  params: byId,
  returns: nothing,
})
