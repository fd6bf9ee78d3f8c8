import type { LeaderPage, LeaderRow } from '@aerie/wire/copies'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { AppError } from '../../../plugins/app-error.ts'
import type { MarketService } from '../../market/market-service.ts'
import { COPY_WORDS } from '../copy-words.ts'
import { FEWEST_FOLLOWERS, followersResult, type LeaderDay, leaderFigures } from './leader-figures.ts'

type Deps = { readonly db: Database; readonly market: Pick<MarketService, 'sourceId' | 'hub'> }

/** Of the whole board: those whose followers realised most, then those with most followers. */
const MOST_LEADERS = 200

type Row = {
  readonly user_id: string
  readonly id: string
  readonly name: string
  readonly about: string
  readonly created_at: string
  readonly account: string | null
  readonly deposit: string | null
  readonly followers: number
  readonly is_copied: boolean
  readonly realised: string
  readonly allocated: string
  readonly closed: number
}

/** One who takes no copies any more is shown to nobody but those who copied him, and himself. */
const mayLook = (userId: string): SQL => sql`(l.is_open or l.user_id = ${userId}::uuid
  or exists (select 1 from copies m where m.leader_user_id = l.user_id and m.user_id = ${userId}::uuid))`

/** Leaders with their figures in the present market: by what followers realised, then by the lower bound of their own. */
export const leaderBoard = ({ db, market }: Deps) => {
  const read = async (userId: string, id: string | undefined): Promise<readonly Row[]> => {
    const only = id === undefined ? sql`l.is_open` : sql`l.id = ${id}::uuid and ${mayLook(userId)}`
    const { rows } = await db.execute<Row>(sql`
      select l.user_id, l.id, l.name, l.about, l.created_at::text, a.id as account, a.deposit::text,
        count(c.id) filter (where c.state <> 'stopped')::int as followers,
        coalesce(bool_or(c.user_id = ${userId}::uuid and c.state <> 'stopped'), false) as is_copied,
        coalesce(sum(c.realised) filter (where c.fills > 1), 0)::text as realised,
        coalesce(sum(c.allocation) filter (where c.fills > 1), 0)::text as allocated,
        count(distinct c.user_id) filter (where c.fills > 1)::int as closed
      from copy_leaders l
      join users u on u.id = l.user_id and u.is_active and u.deleted_at is null
      left join trading_accounts a on a.user_id = l.user_id and a.source_id = ${market.sourceId()} and a.kind = 'paper' and a.closed_at is null
      left join copies c on c.leader_user_id = l.user_id and c.source_id = ${market.sourceId()}
      where ${only}
      group by l.user_id, a.id
      order by case when count(distinct c.user_id) filter (where c.fills > 1) >= ${FEWEST_FOLLOWERS}
          then sum(c.realised) filter (where c.fills > 1) / sum(c.allocation) filter (where c.fills > 1) end desc nulls last,
        count(c.id) filter (where c.state <> 'stopped') desc, l.created_at limit ${MOST_LEADERS}`)
    return rows
  }
  const rowOf = (row: Row, days: readonly LeaderDay[], userId: string): LeaderRow & Pick<LeaderPage, 'curve'> => ({
    id: row.id,
    name: row.name,
    about: row.about,
    since: new Date(row.created_at).toISOString(),
    followers: row.followers,
    is_present: row.account !== null,
    is_own: row.user_id === userId,
    is_copied: row.is_copied,
    followers_result: followersResult({ realised: BigInt(row.realised), allocated: BigInt(row.allocated), followers: row.closed }),
    ...leaderFigures(days, BigInt(row.deposit ?? '0')),
  })
  return {
    /** The curves are left out by the schema of the answer. */
    list: async (userId: string): Promise<LeaderRow[]> => {
      const rows = await read(userId, undefined)
      const days = await daysOf(db, rows)
      return rows.map((row) => rowOf(row, days.get(row.account ?? '') ?? [], userId)).toSorted(byResult)
    },
    /** @throws AppError not_found */
    find: async (userId: string, id: string): Promise<LeaderPage> => {
      const [row] = await read(userId, id)
      if (row === undefined) throw new AppError('not_found', { detail: COPY_WORDS.noLeader })
      const days = await daysOf(db, [row])
      const shown = rowOf(row, days.get(row.account ?? '') ?? [], userId)
      return { ...shown, source: market.sourceId(), source_kind: market.hub.kind() }
    },
  }
}

export type LeaderBoard = ReturnType<typeof leaderBoard>

/** Unknown last: no result is neither a good nor a bad one. */
function byResult(a: LeaderRow, b: LeaderRow): number {
  const of = ({ value }: LeaderRow['return']): number => value ?? Number.NEGATIVE_INFINITY
  return (
    compare(of(b.followers_result), of(a.followers_result)) || compare(of(b.return_lower), of(a.return_lower)) || (a.id < b.id ? -1 : 1)
  )
}
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

async function daysOf(db: Database, rows: readonly Row[]): Promise<Map<string, LeaderDay[]>> {
  const accounts = rows.flatMap(({ account, user_id }) => (account === null ? [] : [{ account, user_id }]))
  const days = new Map<string, LeaderDay[]>()
  if (accounts.length === 0) return days
  const listed = (ids: readonly string[]): SQL => sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid)`
  // Trips are found by their user: of accounts alone there is no index, and those of all users would be read.
  const { rows: found } = await db.execute<{ account: string; day: number; net: string; trades: number }>(sql`
    select account_id as account, (closed_at / 86400000)::int as day, sum(net)::bigint::text as net, count(*)::int as trades
    from journal_trips
    where user_id in ${listed(accounts.map(({ user_id }) => user_id))} and account_id in ${listed(accounts.map(({ account }) => account))}
      and closed_at is not null and net is not null
    group by 1, 2 order by 1, 2`)
  for (const { account, day, net, trades } of found) {
    const of = days.get(account) ?? []
    days.set(account, of)
    of.push({ day, net: BigInt(net), trades })
  }
  return days
}
