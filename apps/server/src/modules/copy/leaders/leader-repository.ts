import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import type { BoardPlace } from './board-cursor.ts'

/** A leader as the board reads him. Money in micro-USDC; `result` is null for one whom nobody has copied in this market. */
export type LeaderRecord = {
  readonly user_id: string
  readonly id: string
  readonly name: string
  readonly about: string
  readonly created_at: string
  readonly account: string | null
  readonly deposit: string | null
  readonly is_copied: boolean
  readonly result: string | null
  readonly followers: number
  readonly realised: string
  readonly allocated: string
  readonly closed: number
}
/** Days of an account on which a trip was closed. */
export type ClosedDay = { readonly account: string; readonly day: number; readonly net: string; readonly trades: number }

type Reading = { readonly sourceId: string; readonly userId: string }
type Page = Reading & { readonly after: BoardPlace | undefined; readonly limit: number }

/** Leaders, ranked by the standings that the database keeps with the copies. */
export const leaderRepository = (db: Db) => ({
  page: (page: Page) => pageOfLeaders(db, page),
  /** One of those whom a user may look at. */
  find: async (id: string, { sourceId, userId }: Reading): Promise<LeaderRecord | undefined> => {
    const { rows } = await db.execute<LeaderRecord>(sql`
      select ${COLUMNS}, ${isCopiedBy(userId)}
      from copy_leaders l ${ACTIVE} left join copy_standings s on s.source_id = ${sourceId} and s.leader_id = l.id ${accountIn(sourceId)}
      where l.id = ${id}::uuid and ${mayLook(userId)}`)
    return rows[0]
  },
  closedDays: (rows: readonly LeaderRecord[]) => closedDays(db, rows),
})

const COLUMNS = sql`l.user_id, l.id, l.name, l.about, l.created_at::text, a.id as account, a.deposit::text, s.result::text as result,
  coalesce(s.followers, 0) as followers, coalesce(s.realised, 0)::text as realised, coalesce(s.allocated, 0)::text as allocated, coalesce(s.closed, 0) as closed`
const ACTIVE = sql`join users u on u.id = l.user_id and u.is_active and u.deleted_at is null`
const accountIn = (sourceId: string): SQL =>
  sql`left join trading_accounts a on a.user_id = l.user_id and a.source_id = ${sourceId} and a.kind = 'paper' and a.closed_at is null`
/** In whichever market: a second copy of one leader is begun in none. */
const isCopiedBy = (userId: string): SQL => sql`exists (
  select from copies m where m.user_id = ${userId}::uuid and m.leader_user_id = l.user_id and m.state <> 'stopped') as is_copied`
/** One who takes no copies any more is shown to nobody but those who copied him, and himself. */
const mayLook = (userId: string): SQL => sql`(l.is_open or l.user_id = ${userId}::uuid
  or exists (select from copies m where m.leader_user_id = l.user_id and m.user_id = ${userId}::uuid))`

/** Those whom somebody has copied in this market come first, by their standing; then the others, the oldest first. */
async function pageOfLeaders(db: Db, page: Page): Promise<readonly LeaderRecord[]> {
  const { after, limit } = page
  const ranked = after === undefined || 'result' in after ? await rankedLeaders(db, page, after) : []
  if (ranked.length >= limit) return ranked
  const others = await otherLeaders(
    db,
    { ...page, limit: limit - ranked.length },
    after !== undefined && 'createdAt' in after ? after : undefined,
  )
  return [...ranked, ...others]
}

type Ranked = Extract<BoardPlace, { result: string }>
type Other = Extract<BoardPlace, { createdAt: Date }>

/** Read along the index of the standings, so that a page costs the same however many leaders there are. */
async function rankedLeaders(db: Db, { sourceId, userId, limit }: Page, after: Ranked | undefined): Promise<LeaderRecord[]> {
  const below =
    after === undefined
      ? sql`true`
      : sql`(s.result, s.followers, s.leader_id) < (${after.result}::numeric, ${after.followers}::int, ${after.id}::uuid)`
  const { rows } = await db.execute<LeaderRecord>(sql`
    select ${COLUMNS}, ${isCopiedBy(userId)}
    from copy_standings s join copy_leaders l on l.id = s.leader_id and l.is_open ${ACTIVE} ${accountIn(sourceId)}
    where s.source_id = ${sourceId} and ${below}
    order by s.result desc, s.followers desc, s.leader_id desc limit ${limit}`)
  return rows
}

async function otherLeaders(db: Db, { sourceId, userId, limit }: Page, after: Other | undefined): Promise<LeaderRecord[]> {
  const younger =
    after === undefined ? sql`true` : sql`(l.created_at, l.id) > (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
  const { rows } = await db.execute<LeaderRecord>(sql`
    select ${COLUMNS}, ${isCopiedBy(userId)}
    from copy_leaders l ${ACTIVE} left join copy_standings s on s.source_id = ${sourceId} and s.leader_id = l.id ${accountIn(sourceId)}
    where l.is_open and s.leader_id is null and ${younger}
    order by l.created_at, l.id limit ${limit}`)
  return rows
}

async function closedDays(db: Db, leaders: readonly LeaderRecord[]): Promise<readonly ClosedDay[]> {
  const accounts = leaders.flatMap(({ account, user_id }) => (account === null ? [] : [{ account, user_id }]))
  if (accounts.length === 0) return []
  // As an array each is looked up in the index; as a set of rows, trips of all users were read. Of accounts alone there is no index.
  const listed = (ids: readonly string[]): SQL => sql`any(${sql.param(ids)}::uuid[])`
  const { rows } = await db.execute<ClosedDay>(sql`
    select account_id as account, (closed_at / 86400000)::int as day, sum(net)::bigint::text as net, count(*)::int as trades
    from journal_trips
    where user_id = ${listed(accounts.map(({ user_id }) => user_id))} and account_id = ${listed(accounts.map(({ account }) => account))}
      and closed_at is not null and net is not null
    group by 1, 2 order by 1, 2`)
  return rows
}
