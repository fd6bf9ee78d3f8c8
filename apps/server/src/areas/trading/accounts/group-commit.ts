import { STORED_VERSION } from '@aerie/trading/stored/stored'
import type { Pool } from 'pg'
import { DutyLost, FENCE_OF_ALL, type Term } from '../../../platform/duties/duty.ts'
import { type AccountBatch, joinBatches, rowsOf } from './account-batch.ts'
import { GroupQueue } from './group-queue.ts'

const TRIP_COLUMNS =
  'account_id uuid, id uuid, user_id uuid, origin text, source_kind text, currency text, symbol text, side text, opened_at bigint, closed_at bigint, ' +
  'first_seq bigint, last_seq bigint, size numeric, entry numeric, exit numeric, gross numeric, fees numeric, funding numeric, net numeric, ' +
  'risk numeric, r double precision, mae numeric, mfe numeric, mae_part double precision, mfe_part double precision, resolution text, ' +
  'slippage numeric, arrival_slippage numeric, trigger_slippage numeric, body jsonb'
const TRIP_NAMES = TRIP_COLUMNS.split(', ').map((column) => column.slice(0, column.indexOf(' ')))
/** Trip columns that cannot change while the trip is open. */
const FIXED = new Set([
  'account_id',
  'id',
  'user_id',
  'origin',
  'source_kind',
  'currency',
  'symbol',
  'side',
  'opened_at',
  'first_seq',
  'risk',
])
const CHANGES = TRIP_NAMES.filter((name) => !FIXED.has(name)).map((name) => `${name} = excluded.${name}`)

const JOURNAL_WRITES = `journals as (
  insert into journal_accounts (account_id, seq, number, head)
  select account, seq, number, decode(head, 'hex')
  from jsonb_to_recordset((select rows->'journals' from given)) r(account uuid, seq bigint, number bigint, head text), fence
  on conflict (account_id) do update set seq = excluded.seq, number = excluded.number, head = excluded.head
),
facts as (
  insert into journal_facts (trip_id, account_id, number, body, previous_hash, hash)
  select trip, account, number, body, decode(previous, 'hex'), decode(hash, 'hex')
  from jsonb_to_recordset((select rows->'facts' from given)) r(trip uuid, account uuid, number bigint, body jsonb, previous text, hash text), fence
),
trips as (
  insert into journal_trips (${TRIP_NAMES.join(', ')})
  select r.* from jsonb_to_recordset((select rows->'trips' from given)) r(${TRIP_COLUMNS}), fence
  on conflict (id) do update set ${CHANGES.join(', ')}
)`

type Deps = {
  readonly pool: Pool
  /** Under which this process holds a slot; it has ended if the slot is held no more. */
  readonly termOf: (slot: number) => Term
  /** The slots of these terms are another process's now. */
  readonly onLost: (terms: readonly Term[]) => void
  readonly schedule: string
}

/** Owner of a batch: after a failed write, its later batches must not be written. */
type Writer = { readonly slot: number; isBroken: boolean }
type Written = { readonly batch: AccountBatch; readonly writer: Writer }

/** One statement, hence one transaction and one WAL flush: all rows, or nothing if the term of one of their slots is outdated. */
const WRITE = `
with ${FENCE_OF_ALL},
given as materialized (select $3::jsonb as rows),
accounts as (
  update trading_accounts a set seq = r.seq from jsonb_to_recordset((select rows->'accounts' from given)) r(account uuid, seq bigint), fence
  where a.id = r.account and r.seq > 0
),
events as (
  insert into trading_events (account_id, seq, kind, at, version, payload)
  select account, seq, kind, at, $4::smallint, payload
  from jsonb_to_recordset((select rows->'events' from given)) r(account uuid, seq bigint, kind text, at bigint, payload jsonb), fence
),
created as (
  insert into trading_orders (account_id, client_id, order_id, number, symbol, is_done, body)
  select account, client, id, number, symbol, done, body
  from jsonb_to_recordset((select rows->'created' from given)) r(account uuid, client text, id uuid, number bigint, symbol text, done boolean, body jsonb), fence
),
changed as (
  update trading_orders o set is_done = r.done, body = r.body
  from jsonb_to_recordset((select rows->'changed' from given)) r(account uuid, client text, done boolean, body jsonb), fence
  where o.account_id = r.account and o.client_id = r.client
),
closed as (
  delete from trading_positions p using jsonb_to_recordset((select rows->'positions' from given)) r(account uuid, symbol text, body jsonb), fence
  where p.account_id = r.account and p.symbol = r.symbol and (r.body is null or r.body = 'null'::jsonb)
),
held as (
  insert into trading_positions (account_id, symbol, body)
  select account, symbol, body from jsonb_to_recordset((select rows->'positions' from given)) r(account uuid, symbol text, body jsonb), fence
  where r.body is not null and r.body <> 'null'::jsonb
  on conflict (account_id, symbol) do update set body = excluded.body
),
balances as (
  insert into trading_balances (account_id, name, amount)
  select account, name, amount from jsonb_to_recordset((select rows->'balances' from given)) r(account uuid, name text, amount bigint), fence
  on conflict (account_id, name) do update set amount = excluded.amount
),
commands as (
  insert into trading_commands (account_id, client_id, hash, answer)
  select account, client, decode(hash, 'hex'), answer
  from jsonb_to_recordset((select rows->'commands' from given)) r(account uuid, client text, hash text, answer jsonb), fence
),
snapshots as (
  insert into trading_snapshots (account_id, seq, version, state)
  select account, seq, $4::smallint, state from jsonb_to_recordset((select rows->'snapshots' from given)) r(account uuid, seq bigint, state jsonb), fence
  on conflict (account_id) do update set seq = excluded.seq, version = excluded.version, state = excluded.state
),
news as (
  insert into trading_news (account_id, key, body)
  select account, key, body from jsonb_to_recordset((select rows->'news' from given)) r(account uuid, key text, body jsonb), fence
  on conflict (account_id, key) do nothing
),
${JOURNAL_WRITES}
select name from held_terms`

/** Writes batches in groups; in order per account. */
export class GroupCommit {
  readonly #deps: Deps
  readonly #queue: GroupQueue<Written>

  constructor(deps: Deps) {
    this.#deps = deps
    this.#queue = new GroupQueue({
      keyOf: ({ batch }) => batch.accountId,
      write: (accounts) => this.#run(accounts),
      isFinal: (error) => error instanceof DutyLost,
      refusal: ({ writer }) => (writer.isBroken ? new Error('what came before could not be stored') : undefined),
      onFailed: ({ writer }) => {
        writer.isBroken = true
      },
    })
  }

  /** @throws DutyLost, or the driver's error: the batch may or may not be stored, so reload the account */
  write(batch: AccountBatch, writer: Writer): Promise<void> {
    return this.#queue.add({ batch, writer })
  }

  async #run(accounts: readonly (readonly Written[])[]): Promise<void> {
    const { pool, termOf, onLost, schedule } = this.#deps
    const terms = Array.from(new Set(accounts.flatMap((written) => written.map(({ writer }) => writer.slot))), termOf)
    const batches = accounts.map((written) => written.map(({ batch }) => batch).reduce(joinBatches))
    const { rows } = await pool.query<{ name: string }>({
      name: 'trading-write',
      text: WRITE,
      values: [terms.map(({ name }) => name), terms.map(({ term }) => term), JSON.stringify(rowsOf(batches, schedule)), STORED_VERSION],
    })
    const [lost, ...more] = terms.filter(({ name }) => !rows.some((held) => held.name === name))
    if (lost === undefined) return
    onLost([lost, ...more])
    throw new DutyLost(lost)
  }
}
