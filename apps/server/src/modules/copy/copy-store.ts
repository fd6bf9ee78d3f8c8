import type { Pool } from 'pg'
import { FencedError } from '../trading/accounts/group-commit.ts'
import type { CopyRecord, LogRecord } from './copy-rows.ts'

/** Name of the duty: one process at a time copies. */
export const COPY_DUTY = 'copy'

/** An entry that is to be written. */
export type NewEntry = Omit<LogRecord, 'id' | 'createdAt'>

/** What an order has traded that had yet to reach the market when its entry was written. */
export type LateFill = Pick<LogRecord, 'signal' | 'outcome' | 'reason' | 'body'> & { readonly copy: string }

/** What is written together. */
export type CopyWrite = {
  readonly logs?: readonly NewEntry[]
  readonly shares?: readonly { readonly account: string; readonly seq: number; readonly body: unknown }[]
  readonly results?: readonly {
    readonly copy: string
    readonly realised: string
    readonly fees: string
    readonly fills: number
    readonly day: number | null
    readonly dayResult: string | null
  }[]
  readonly states?: readonly { readonly copy: string; readonly state: CopyRecord['state']; readonly reason: string | null }[]
  readonly cycles?: readonly {
    readonly account: string
    readonly symbol: string
    readonly fromSeq: number
    readonly startedAt: number
    readonly equity: string
  }[]
  readonly cursors?: readonly { readonly account: string; readonly seq: number }[]
}

/**
 * All or nothing, and nothing where the term is not the duty's any more. An entry of a signal is written once, whoever comes again; shares
 * and cursors never go back.
 */
const WRITE = `
with fence as (select 1 from duties where name = $1 and term = $2 for share),
given as materialized (select $3::jsonb as rows),
logs as (
  insert into copy_log (copy_id, user_id, signal, symbol, kind, outcome, reason, body, at, delay_ms)
  select c.id, c.user_id, r.signal, r.symbol, r.kind, r.outcome, r.reason, r.body, r.at, r."delayMs"
  from jsonb_to_recordset((select rows->'logs' from given)) r("copyId" uuid, signal text, symbol text, kind text, outcome text, reason text, body jsonb, at bigint, "delayMs" int)
  join copies c on c.id = r."copyId", fence
  on conflict (copy_id, signal, kind) do nothing
  returning id, copy_id, signal, kind
),
shares as (
  insert into copy_shares (account_id, seq, body)
  select account, seq, body from jsonb_to_recordset((select rows->'shares' from given)) r(account uuid, seq bigint, body jsonb), fence
  on conflict (account_id) do update set seq = excluded.seq, body = excluded.body where copy_shares.seq <= excluded.seq
),
results as (
  update copies c set realised = r.realised, fees = r.fees, fills = r.fills, day = r.day, day_result = r."dayResult"
  from jsonb_to_recordset((select rows->'results' from given)) r(copy uuid, realised bigint, fees bigint, fills int, day int, "dayResult" bigint), fence
  where c.id = r.copy
),
cycles as (
  insert into copy_cycles (account_id, symbol, from_seq, started_at, equity)
  select account, symbol, "fromSeq", "startedAt", equity
  from jsonb_to_recordset((select rows->'cycles' from given)) r(account uuid, symbol text, "fromSeq" bigint, "startedAt" bigint, equity bigint), fence
  on conflict (account_id, symbol) do update set from_seq = excluded.from_seq, started_at = excluded.started_at, equity = excluded.equity
  where copy_cycles.from_seq < excluded.from_seq
),
cursors as (
  insert into copy_cursors (account_id, seq)
  select account, seq from jsonb_to_recordset((select rows->'cursors' from given)) r(account uuid, seq bigint), fence
  on conflict (account_id) do update set seq = greatest(copy_cursors.seq, excluded.seq)
)
select coalesce((select json_agg(logs) from logs), '[]') as logs from fence`

/** Apart from the results: one statement may change a row once. */
const STATES = `
with fence as (select 1 from duties where name = $1 and term = $2 for share)
update copies c set state = r.state, reason = r.reason, updated_at = now()
from jsonb_to_recordset($3::jsonb) r(copy uuid, state text, reason text), fence
where c.id = r.copy and c.state <> 'stopped'`

/** An entry is completed once: the first that tells ends the wait. */
const COMPLETE = `
with fence as (select 1 from duties where name = $1 and term = $2 for share)
update copy_log l set outcome = r.outcome, reason = coalesce(r.reason, l.reason), body = l.body || r.body
from jsonb_to_recordset($3::jsonb) r(copy uuid, signal text, outcome text, reason text, body jsonb), fence
where l.copy_id = r.copy and l.signal = r.signal and l.kind in ('position', 'close') and l.body->'filled' = 'null'
returning l.id, l.copy_id as "copyId", l.user_id as "userId", l.signal, l.symbol, l.kind, l.outcome, l.reason, l.body,
  l.at::float8 as at, l.delay_ms as "delayMs"`

type Written = { readonly id: number; readonly copy_id: string; readonly signal: string; readonly kind: string }

const EMPTY = { logs: [], shares: [], results: [], cycles: [], cursors: [] }

/** What the copier writes, under the term of its duty. */
export const copyStore = ({ pool, term }: { readonly pool: Pool; readonly term: number }) => ({
  /**
   * @returns the entries that are new
   * @throws FencedError where another process copies now
   */
  write: async ({ states = [], ...rest }: CopyWrite): Promise<readonly Written[]> => {
    const rows = JSON.stringify({ ...EMPTY, ...rest })
    const { rows: answers } = await pool.query<{ logs: Written[] }>({ name: 'copy-write', text: WRITE, values: [COPY_DUTY, term, rows] })
    const [answer] = answers
    if (answer === undefined) throw new FencedError('Another process copies now.')
    if (states.length > 0) await pool.query(STATES, [COPY_DUTY, term, JSON.stringify(states)])
    return answer.logs
  },
  /** @returns the entries that are complete by it */
  complete: async (fills: readonly LateFill[]): Promise<readonly (NewEntry & { readonly id: string })[]> =>
    (await pool.query<NewEntry & { id: string }>(COMPLETE, [COPY_DUTY, term, JSON.stringify(fills)])).rows,
})

export type CopyStore = ReturnType<typeof copyStore>
