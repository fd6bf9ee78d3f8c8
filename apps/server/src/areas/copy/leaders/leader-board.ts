import { DAY_MS } from '@aerie/core/time'
import { dailyReturns } from '@aerie/journal/daily-returns'
import type { ReportTrip } from '@aerie/journal/report/report-trip'
import { maxDrawdown, totalReturn } from '@aerie/journal/return-statistics'
import { meanInterval } from '@aerie/journal/sample'
import { figure, noFigure, type Statistic } from '@aerie/journal/statistic'
import type { LeaderPage, LeaderRow, listLeaders } from '@aerie/wire/copies'
import type { EndpointReturn } from '@aerie/wire/endpoint'
import { type SQL, sql } from 'drizzle-orm'
import type { Database, Db } from '../../../platform/db/client.ts'
import { FEWEST_FOLLOWERS } from '../../../platform/db/schema/copies.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { notACursor } from '../../../platform/http/list-page.ts'
import type { MarketService } from '../../market/index.ts'
import { COPY_MESSAGES } from '../messages.ts'

type Deps = { readonly db: Database; readonly market: Pick<MarketService, 'sourceId' | 'hub'> }
type Query = { readonly cursor?: string | undefined; readonly limit?: string | undefined }

const LIMIT = 50

/** Ranked by followers' realised result, then by number of followers. */
export const leaderBoard = ({ db, market }: Deps) => {
  const repository = leaderRepository(db)
  return {
    list: async (userId: string, { cursor, limit: asked }: Query = {}): Promise<EndpointReturn<typeof listLeaders>> => {
      const limit = asked === undefined ? LIMIT : Number(asked)
      const after = cursor === undefined ? undefined : parseBoardCursor(cursor)
      const found = await repository.page({ sourceId: market.sourceId(), userId, after, limit: limit + 1 })
      const shown = found.slice(0, limit)
      const days = daysOf(await repository.closedDays(shown))
      const last = shown.at(-1)
      return {
        data: shown.map((record) => rowOf(record, days.get(record.account ?? '') ?? [], userId)),
        next: found.length > shown.length && last !== undefined ? boardCursor(cursorOf(last)) : null,
      }
    },
    find: async (userId: string, id: string): Promise<LeaderPage> => {
      const record = await repository.find(id, { sourceId: market.sourceId(), userId })
      if (record === undefined) throw new AppError('not_found', { detail: COPY_MESSAGES.noLeader })
      const days = daysOf(await repository.closedDays([record]))
      const shown = rowOf(record, days.get(record.account ?? '') ?? [], userId)
      return { ...shown, source: market.sourceId(), source_kind: market.hub.kind() }
    },
  }
}

export type LeaderBoard = ReturnType<typeof leaderBoard>

const cursorOf = ({ id, result, followers, created_at }: LeaderRecord) =>
  result === null ? { createdAt: new Date(created_at), id } : { result, followers, id }

const rowOf = (record: LeaderRecord, days: readonly LeaderDay[], userId: string): LeaderRow & Pick<LeaderPage, 'curve'> => ({
  id: record.id,
  name: record.name,
  about: record.about,
  since: new Date(record.created_at).toISOString(),
  followers: record.followers,
  is_present: record.account !== null,
  is_own: record.user_id === userId,
  is_copied: record.is_copied,
  followers_result: followersResult({
    realised: BigInt(record.realised),
    allocated: BigInt(record.allocated),
    followers: record.closed,
  }),
  ...leaderFigures(days, BigInt(record.deposit ?? '0')),
})

type ClosedDays = Awaited<ReturnType<ReturnType<typeof leaderRepository>['closedDays']>>

function daysOf(rows: ClosedDays): Map<string, LeaderDay[]> {
  const days = new Map<string, LeaderDay[]>()
  for (const { account, day, net, trades } of rows) {
    const of = days.get(account) ?? []
    days.set(account, of)
    of.push({ day, net: BigInt(net), trades })
  }
  return days
}

/** `net` in micro-USDC. */
type LeaderDay = { readonly day: number; readonly net: bigint; readonly trades: number }

const DAYS_A_YEAR = 365
/** Minimum days for a confidence bound of the mean. */
const FEWEST_DAYS = 10
const IN_ONE = 1e6

type Figures = Pick<LeaderRow, 'return' | 'return_lower' | 'max_drawdown' | 'trades'> & Pick<LeaderPage, 'curve'>

/** Merges a day's closed trips: returns are daily. */
const tripOf = ({ day, net }: LeaderDay): ReportTrip => ({
  id: String(day),
  symbol: '',
  side: 'long',
  openedAt: null,
  closedAt: day * DAY_MS,
  gross: net,
  fees: 0n,
  funding: 0n,
  net,
  r: null,
  mae: null,
  mfe: null,
  slippage: null,
  arrivalSlippage: null,
  triggerSlippage: null,
  entered: 0n,
  maePart: null,
  isWatched: false,
  tags: [],
})

/** Daily returns on realised equity; `deposit` in micro-USDC. Source: docs/math/journal.md */
function leaderFigures(days: readonly LeaderDay[], deposit: bigint): Figures {
  const trades = days.reduce((sum, day) => sum + day.trades, 0)
  const daily = dailyReturns(days.map(tripOf), { usdc: Number(deposit) / IN_ONE })
  if ('reason' in daily) {
    const none = answerOf(noFigure(trades === 0 ? 'no closed trades in this market' : daily.reason, 0))
    return { return: none, return_lower: none, max_drawdown: none, trades, curve: [] }
  }
  const { returns, firstDay } = daily
  return {
    return: answerOf(totalReturn(returns)),
    return_lower: answerOf(lowerBound(returns)),
    max_drawdown: answerOf(maxDrawdown({ returns, periodsAYear: DAYS_A_YEAR })),
    trades,
    curve: curveOf(returns, firstDay),
  }
}

const answerOf = ({ value, n, reason }: Statistic): LeaderRow['return'] => ({ value, n, reason: reason ?? null })

function lowerBound(returns: readonly number[]): Statistic {
  const n = returns.length
  const interval = n < FEWEST_DAYS ? undefined : meanInterval(returns)
  return interval === undefined ? noFigure('needs at least 10 days', n) : figure(interval[0], n)
}

const MOST_DAYS = 400

function curveOf(returns: readonly number[], firstDay: number): LeaderPage['curve'] {
  let [equity, peak] = [1, 1]
  const points = returns.map((value, index) => {
    equity *= 1 + value
    peak = Math.max(peak, equity)
    return { day: new Date((firstDay + index) * DAY_MS).toISOString().slice(0, 10), equity, below: equity / peak - 1 }
  })
  return points.slice(-MOST_DAYS)
}

type Followed = { readonly realised: bigint; readonly allocated: bigint; readonly followers: number }

/** Realised over allocated. */
function followersResult({ realised, allocated, followers }: Followed): LeaderRow['return'] {
  if (followers === 0 || allocated === 0n) return { value: null, n: 0, reason: 'no follower has closed a copied trade' }
  if (followers < FEWEST_FOLLOWERS) return { value: null, n: followers, reason: 'needs at least 3 followers with a closed trade' }
  return { value: Number(realised) / Number(allocated), n: followers, reason: null }
}

type LeaderRecord = {
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
type ClosedDay = { readonly account: string; readonly day: number; readonly net: string; readonly trades: number }

type Reading = { readonly sourceId: string; readonly userId: string }
type Page = Reading & { readonly after: BoardCursor | undefined; readonly limit: number }

const leaderRepository = (db: Db) => ({
  page: (page: Page) => pageOfLeaders(db, page),
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
/** In any market: a leader can be copied only once per user. */
const isCopiedBy = (userId: string): SQL => sql`exists (
  select from copies m where m.user_id = ${userId}::uuid and m.leader_user_id = l.user_id and m.state <> 'stopped') as is_copied`
/** A closed leader is visible only to former copiers and to himself. */
const mayLook = (userId: string): SQL => sql`(l.is_open or l.user_id = ${userId}::uuid
  or exists (select from copies m where m.leader_user_id = l.user_id and m.user_id = ${userId}::uuid))`

/** Copied leaders of this market first, by rank; then the others, oldest first. */
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

type Ranked = Extract<BoardCursor, { result: string }>
type Other = Extract<BoardCursor, { createdAt: Date }>

/** Uses the standings index, so the cost of a page is independent of the number of leaders. */
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
  // An array uses the index; as a row set, trips of all users were read.
  const listed = (ids: readonly string[]): SQL => sql`any(${sql.param(ids)}::uuid[])`
  const { rows } = await db.execute<ClosedDay>(sql`
    select account_id as account, (closed_at / 86400000)::int as day, (sum(net) * ${IN_ONE}::int)::bigint::text as net, count(*)::int as trades
    from journal_trips
    where user_id = ${listed(accounts.map(({ user_id }) => user_id))} and account_id = ${listed(accounts.map(({ account }) => account))}
      and closed_at is not null and net is not null
    group by 1, 2 order by 1, 2`)
  return rows
}

/** Keyset cursor by rank, then age: rank changes do not shift other leaders between pages. */
type BoardCursor =
  | { readonly result: string; readonly followers: number; readonly id: string }
  | { readonly createdAt: Date; readonly id: string }

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const RANKED = new RegExp(`^(-Infinity|-?\\d{1,30}(?:\\.\\d{1,60})?)_(\\d{1,9})_(${UUID})$`)
const YOUNGER = new RegExp(`^(\\d{1,13})_(${UUID})$`)

const boardCursor = (place: BoardCursor): string =>
  'result' in place ? `${place.result}_${place.followers}_${place.id}` : `${place.createdAt.getTime()}_${place.id}`

function parseBoardCursor(cursor: string): BoardCursor {
  const [, result, followers, id] = RANKED.exec(cursor) ?? []
  if (result !== undefined && id !== undefined) return { result, followers: Number(followers), id }
  const [, createdAt, youngest] = YOUNGER.exec(cursor) ?? []
  if (youngest !== undefined) return { createdAt: new Date(Number(createdAt)), id: youngest }
  throw notACursor()
}
