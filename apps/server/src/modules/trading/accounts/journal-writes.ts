const TRIP_COLUMNS =
  'account_id uuid, id uuid, user_id uuid, origin text, source_kind text, currency text, symbol text, side text, opened_at bigint, closed_at bigint, ' +
  'first_seq bigint, last_seq bigint, size numeric, entry numeric, exit numeric, gross numeric, fees numeric, funding numeric, net numeric, ' +
  'risk numeric, r double precision, mae numeric, mfe numeric, mae_part double precision, mfe_part double precision, resolution text, ' +
  'slippage numeric, arrival_slippage numeric, trigger_slippage numeric, body jsonb'
const TRIP_NAMES = TRIP_COLUMNS.split(', ').map((column) => column.slice(0, column.indexOf(' ')))
/** What a trip cannot change while it is open. */
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

/** The journal's part of the statement that writes a group of batches: entry facts, trips, and how far it has read. */
export const JOURNAL_WRITES = `journals as (
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
