import type { Pool } from 'pg'
import { DutyLost, fenceFrom } from '../../platform/duties/duty.ts'
import type { CopyRecord, LogRecord } from './copy-rows.ts'

export const COPY_DUTY = 'copy'

export type NewEntry = Omit<LogRecord, 'id' | 'createdAt'>

export type LateFill = Pick<LogRecord, 'signal' | 'symbol' | 'outcome' | 'reason' | 'body'> & {
  readonly copy: string
  /** Null if this process did not receive the leader's trade. */
  readonly delayMs: number | null
}

export type CopyWrite = {
  readonly logs?: readonly NewEntry[]
  readonly shares?: readonly { readonly account: string; readonly seq: number; readonly body: unknown }[]
  readonly results?: readonly {
    readonly copy: string
    readonly realised: string
    readonly fees: string
    readonly fills: number
    readonly closes: number
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
  readonly late?: readonly LateFill[]
}

/** Atomic; writes nothing if the term has expired. Shares and cursors never go back; a stopped copy stays unchanged. */
const WRITE = `
with ${fenceFrom()},
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
changes as (
  update copies c set realised = coalesce(r.realised, c.realised), fees = coalesce(r.fees, c.fees), fills = coalesce(r.fills, c.fills),
    closes = greatest(r.closes, c.closes), day = coalesce(r.day, c.day), day_result = coalesce(r."dayResult", c.day_result), state = coalesce(r.state, c.state),
    reason = case when r.state is null then c.reason else r.reason end, updated_at = case when r.state is null then c.updated_at else now() end
  from jsonb_to_recordset((select rows->'changes' from given))
    r(copy uuid, realised bigint, fees bigint, fills int, closes int, day int, "dayResult" bigint, state text, reason text), fence
  where c.id = r.copy and (r.state is null or (c.state <> 'stopped' and (c.state <> 'stopping' or r.state <> 'paused')))
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
),
late as (
  update copy_log l set outcome = r.outcome, reason = coalesce(r.reason, l.reason), body = l.body || r.body,
    delay_ms = coalesce(r."delayMs", l.delay_ms)
  from (
    -- One look at an index for each: joined as a set, each would be compared with all that wait.
    select one.*, (
      select w.id from copy_log w
      where w.copy_id = one.copy and w.signal = one.signal and w.kind in ('position', 'close') and w.body->'filled' = 'null' limit 1
    ) as id
    from jsonb_to_recordset((select rows->'late' from given))
      one(copy uuid, signal text, outcome text, reason text, body jsonb, "delayMs" int), fence
  ) r
  where l.id = r.id
  returning l.id, l.copy_id as "copyId", l.user_id as "userId", l.signal, l.symbol, l.kind, l.outcome, l.reason, l.body, l.at, l.delay_ms as "delayMs"
)
select coalesce((select json_agg(logs) from logs), '[]') as logs, coalesce((select json_agg(late) from late), '[]') as late from fence`

export type Written = {
  readonly logs: readonly { readonly id: number; readonly copy_id: string; readonly signal: string; readonly kind: string }[]
  readonly late: readonly (NewEntry & { readonly id: number })[]
}

const EMPTY = { logs: [], shares: [], cycles: [], cursors: [], late: [] }

/** A statement may change a row only once. */
function changesOf({ results = [], states = [] }: CopyWrite): object[] {
  const changes = new Map<string, object>(results.map((result) => [result.copy, result]))
  for (const state of states) changes.set(state.copy, { ...changes.get(state.copy), ...state })
  return [...changes.values()]
}

export const copyStore = ({ pool, term }: { readonly pool: Pool; readonly term: number }) => ({
  write: async (given: CopyWrite): Promise<Written> => {
    const rows = JSON.stringify({ ...EMPTY, ...given, changes: changesOf(given) })
    const { rows: answers } = await pool.query<Written>({ name: 'copy-write', text: WRITE, values: [COPY_DUTY, term, rows] })
    const [answer] = answers
    if (answer === undefined) throw new DutyLost({ name: COPY_DUTY, term })
    return answer
  },
})

export type CopyStore = ReturnType<typeof copyStore>
