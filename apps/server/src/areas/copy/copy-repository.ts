import { foldedName } from '@aerie/wire/public-names'
import { and, desc, eq, exists, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { users } from '../../platform/db/schema/accounts.ts'
import { copies, copyCursors, copyCycles, copyLeaders, copyLog, copyShares } from '../../platform/db/schema/copies.ts'
import { tradingOrders } from '../../platform/db/schema/trading.ts'
import type { CopyRecord, LogRecord } from './copy-rows.ts'

export type LeaderRecord = typeof copyLeaders.$inferSelect

type LogPage = {
  readonly userId: string
  readonly copyId: string | undefined
  readonly before: number | undefined
  readonly limit: number
  readonly outcome: LogRecord['outcome'] | undefined
  readonly symbol: string | undefined
}
export type Broken = { readonly id: string; readonly reason: string }

export type UnfinishedEntry = {
  readonly copyId: string
  readonly accountId: string
  readonly clientId: string
  readonly body: unknown
}

export type CopyCursor = { readonly hasEnded: boolean; readonly number: number }

const going = ne(copies.state, 'stopped')
/** Leaders shown on the board, excluding those deactivated by the operator. */
const takesCopies = (db: Db): SQL => {
  const isThere = and(eq(users.id, copyLeaders.userId), eq(users.isActive, true), isNull(users.deletedAt))
  return sql`(${copyLeaders.isOpen} and ${exists(db.select({ id: users.id }).from(users).where(isThere))})`
}
const ended = sql`(${copies.state} = 'stopped')`
const behind = ({ hasEnded, number }: CopyCursor): SQL =>
  hasEnded ? sql`(${ended} and ${copies.number} < ${number})` : sql`(${ended} or ${copies.number} < ${number})`
const unless = <T>(value: T | undefined, condition: (value: T) => SQL): SQL | undefined =>
  value === undefined ? undefined : condition(value)

export const copyRepository = (db: Db) => ({ ...leaderQueries(db), ...copyQueries(db), ...copierQueries(db), ...logQueries(db) })

const leaderQueries = (db: Db) => ({
  ownLeader: async (userId: string): Promise<LeaderRecord | undefined> =>
    (await db.select().from(copyLeaders).where(eq(copyLeaders.userId, userId)))[0],
  openLeader: async (id: string): Promise<LeaderRecord | undefined> =>
    (
      await db
        .select()
        .from(copyLeaders)
        .where(and(eq(copyLeaders.id, id), takesCopies(db)))
    )[0],
  openLeaders: async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const isOne = and(inArray(copyLeaders.id, [...ids]), takesCopies(db))
    return new Set((await db.select({ id: copyLeaders.id }).from(copyLeaders).where(isOne)).map(({ id }) => id))
  },
  /** Also by a leader who has closed, or whose name is from when Social and leaders had different ones. */
  isNameTaken: async (userId: string, name: string): Promise<boolean> => {
    const folded = sql`translate(regexp_replace(lower(${copyLeaders.name}), '[ ._-]', '', 'g'), '01i', 'oll')`
    return (await db.$count(copyLeaders, and(ne(copyLeaders.userId, userId), sql`${folded} = ${foldedName(name)}`))) > 0
  },
  saveLeader: async (row: LeaderRecord): Promise<void> => {
    const { name, about, isOpen, updatedAt } = row
    await db.insert(copyLeaders).values(row).onConflictDoUpdate({ target: copyLeaders.userId, set: { name, about, isOpen, updatedAt } })
  },
  closeLeader: async (userId: string, at: Date): Promise<void> => {
    await db.update(copyLeaders).set({ isOpen: false, updatedAt: at }).where(eq(copyLeaders.userId, userId))
  },
  followersOf: async (leaderUserId: string): Promise<number> => db.$count(copies, and(eq(copies.leaderUserId, leaderUserId), going)),
})

const copyQueries = (db: Db) => ({
  find: async (userId: string, id: string): Promise<CopyRecord | undefined> =>
    (
      await db
        .select()
        .from(copies)
        .where(and(eq(copies.id, id), eq(copies.userId, userId)))
    )[0],
  findByKey: async (userId: string, key: string): Promise<CopyRecord | undefined> =>
    (
      await db
        .select()
        .from(copies)
        .where(and(eq(copies.userId, userId), eq(copies.requestKey, key)))
    )[0],
  listOf: (userId: string, { after, limit }: { readonly after: CopyCursor | undefined; readonly limit: number }): Promise<CopyRecord[]> =>
    db
      .select()
      .from(copies)
      .where(and(eq(copies.userId, userId), unless(after, behind)))
      .orderBy(ended, desc(copies.number))
      .limit(limit),
  goingCount: async (userId: string): Promise<number> => db.$count(copies, and(eq(copies.userId, userId), going)),
  goingPair: async (userId: string, leaderUserId: string): Promise<boolean> =>
    (await db.$count(copies, and(eq(copies.userId, userId), eq(copies.leaderUserId, leaderUserId), going))) > 0,
  pairs: () => db.select({ userId: copies.userId, leaderUserId: copies.leaderUserId }).from(copies).where(going),
  /** Serializes new copies, so that the graph check sees all committed ones. */
  lockPairs: async (): Promise<void> => {
    await db.execute(sql`select pg_advisory_xact_lock(hashtext('aerie.copies'))`)
  },
  insert: async (row: typeof copies.$inferInsert): Promise<CopyRecord> => {
    const [made] = await db.insert(copies).values(row).returning()
    if (made === undefined) throw new Error('the database returned no row of a new copy')
    return made
  },
  update: async (userId: string, id: string, change: Partial<CopyRecord>): Promise<CopyRecord | undefined> =>
    (
      await db
        .update(copies)
        .set(change)
        .where(and(eq(copies.id, id), eq(copies.userId, userId), going))
        .returning()
    )[0],
  lockShares: async (accountId: string): Promise<unknown> =>
    (await db.select({ body: copyShares.body }).from(copyShares).where(eq(copyShares.accountId, accountId)).for('update'))[0]?.body,
  saveShares: async (accountId: string, body: unknown): Promise<void> => {
    await db.update(copyShares).set({ body }).where(eq(copyShares.accountId, accountId))
  },
})

const copierQueries = (db: Db) => ({
  goingOn: (sourceId: string): Promise<CopyRecord[]> =>
    db
      .select()
      .from(copies)
      .where(and(eq(copies.sourceId, sourceId), going))
      .orderBy(copies.number),
  pauseOthers: (sourceId: string): Promise<CopyRecord[]> =>
    db
      .update(copies)
      .set({ state: 'paused', reason: 'source_changed', updatedAt: new Date() })
      .where(and(ne(copies.sourceId, sourceId), inArray(copies.state, ['active'])))
      .returning(),
  cyclesOf: (accountIds: readonly string[]) =>
    db
      .select()
      .from(copyCycles)
      .where(inArray(copyCycles.accountId, [...accountIds])),
  cursorsOf: (accountIds: readonly string[]) =>
    db
      .select()
      .from(copyCursors)
      .where(inArray(copyCursors.accountId, [...accountIds])),
  unfinished: (sourceId: string): Promise<UnfinishedEntry[]> =>
    db
      .select({ copyId: copyLog.copyId, accountId: copies.accountId, clientId: tradingOrders.clientId, body: tradingOrders.body })
      .from(copyLog)
      .innerJoin(copies, eq(copies.id, copyLog.copyId))
      .innerJoin(
        tradingOrders,
        and(
          eq(tradingOrders.accountId, copies.accountId),
          sql`${tradingOrders.clientId} = 'copy:' || ${copyLog.copyId} || ':' || ${copyLog.signal}`,
          eq(tradingOrders.isDone, true),
        ),
      )
      .where(and(eq(copies.sourceId, sourceId), sql`${copyLog.body}->'filled' = 'null'`)),
  /** Copies to pause or end: an account was closed, or the leader takes no more copies. */
  broken: async (sourceId: string): Promise<readonly Broken[]> => {
    const { rows } = await db.execute<Broken>(sql`
      select c.id, case
          when f.closed_at is not null then 'account_reset'
          when u.deleted_at is not null then 'leader_deleted'
          when not u.is_active then 'leader_inactive'
          when l.closed_at is not null then 'leader_reset'
          else 'leader_closed' end as reason
      from copies c
      join trading_accounts f on f.id = c.account_id
      join trading_accounts l on l.id = c.leader_account_id
      join users u on u.id = c.leader_user_id
      left join copy_leaders o on o.user_id = c.leader_user_id
      where c.source_id = ${sourceId} and c.state <> 'stopped'
        and (f.closed_at is not null or (c.state = 'active'
            and (u.deleted_at is not null or not u.is_active or l.closed_at is not null or o.user_id is null or not o.is_open))
          -- Whose account is deleted was made inactive first.
          or (c.state = 'paused' and c.reason = 'leader_inactive' and u.deleted_at is not null))`)
    return rows
  },
})

const logQueries = (db: Db) => ({
  log: ({ userId, copyId, before, limit, outcome, symbol }: LogPage) =>
    db
      .select({ entry: copyLog, leaderName: copies.leaderName })
      .from(copyLog)
      .innerJoin(copies, eq(copies.id, copyLog.copyId))
      .where(
        and(
          eq(copyLog.userId, userId),
          unless(copyId, (id) => eq(copyLog.copyId, id)),
          unless(before, (id) => lt(copyLog.id, id)),
          unless(outcome, (one) => eq(copyLog.outcome, one)),
          unless(symbol, (one) => eq(copyLog.symbol, one)),
        ),
      )
      .orderBy(desc(copyLog.id))
      .limit(limit),
})

export type CopyRepository = ReturnType<typeof copyRepository>
