import { and, desc, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { batched } from '../../platform/db/batched.ts'
import type { Db } from '../../platform/db/client.ts'
import {
  tradingAccounts,
  tradingBalances,
  tradingCommands,
  tradingEvents,
  tradingMoves,
  tradingNews,
  tradingOrders,
  tradingPositions,
  tradingSnapshots,
} from '../../platform/db/schema/trading.ts'
import { demandTerm, type Term } from '../../platform/duties/duty.ts'
import { type AccountNews, type CommandAnswer, storedAnswer, storedNews } from './accounts/account-batch.ts'
import { MOST_USED_IDS } from './accounts/used-ids.ts'
import { COPY_SLOT, slotById } from './slots.ts'

export type AccountRow = typeof tradingAccounts.$inferSelect
export type OrderRow = typeof tradingOrders.$inferSelect
export type EventRow = typeof tradingEvents.$inferSelect
export type StoredCommand = { readonly hash: Buffer; readonly answer: CommandAnswer }

type Page = { readonly accountId: string; readonly before: number | undefined; readonly limit: number }
type OrdersPage = Page & {
  readonly isDone?: boolean | undefined
  readonly symbol?: string | undefined
  readonly clientId?: string | undefined
}
type FillsPage = Page & { readonly symbol?: string | undefined; readonly clientId?: string | undefined }

const unless = <T>(value: T | undefined, condition: (value: T) => SQL): SQL | undefined =>
  value === undefined ? undefined : condition(value)

/** Lookups of accounts that load at once share a statement. */
const ACCOUNTS_AT_ONCE = 250
const NEWS_AT_ONCE = 1_000
/** Fewer, since an account has up to 500 events after its snapshot, of about 1 kB. */
const EVENTS_OF_ACCOUNTS = 50

/** Trading accounts and their data; only group-commit.ts writes events. */
export const tradingRepository = (db: Db) => ({ ...accountQueries(db), ...eventQueries(db), ...postingQueries(db), ...orderQueries(db) })

const accountQueries = (db: Db) => ({
  insertAccount: async (row: typeof tradingAccounts.$inferInsert): Promise<void> => {
    await db.insert(tradingAccounts).values(row)
  },
  /** Closes the account and its open trips, which get no result: their positions were never closed. */
  closeAccount: async (id: string, closedAt: number): Promise<void> => {
    await db.execute(sql`
      with closed as (update trading_accounts set closed_at = ${closedAt}::bigint where id = ${id}::uuid returning id)
      update journal_trips t set closed_at = greatest(${closedAt}::bigint, t.opened_at), money_reason = 'account_reset'
      from closed where t.account_id = closed.id and t.closed_at is null`)
  },
  account: async (id: string): Promise<AccountRow | undefined> =>
    (await db.select().from(tradingAccounts).where(eq(tradingAccounts.id, id)))[0],
  openAccount: async (userId: string, sourceId: string, kind: AccountRow['kind']): Promise<AccountRow | undefined> => {
    const isMine = and(eq(tradingAccounts.userId, userId), eq(tradingAccounts.sourceId, sourceId), isNull(tradingAccounts.closedAt))
    return (
      await db
        .select()
        .from(tradingAccounts)
        .where(and(isMine, eq(tradingAccounts.kind, kind)))
    )[0]
  },
  accountsOf: (userId: string): Promise<AccountRow[]> =>
    db.select().from(tradingAccounts).where(eq(tradingAccounts.userId, userId)).orderBy(desc(tradingAccounts.createdAt)),
  /** Open accounts of a source with orders or positions: driven by the market even if their users are offline. */
  busyAccounts: async (
    sourceId: string,
    whose: { readonly slots: readonly number[] } | { readonly userId: string },
  ): Promise<AccountRow[]> =>
    db
      .select()
      .from(tradingAccounts)
      .where(
        and(
          eq(tradingAccounts.sourceId, sourceId),
          isNull(tradingAccounts.closedAt),
          'userId' in whose ? eq(tradingAccounts.userId, whose.userId) : inArray(SLOT_OF_USER, [...whose.slots]),
          sql`(exists (select 1 from ${tradingOrders} o where o.account_id = ${tradingAccounts.id} and not o.is_done)
            or exists (select 1 from ${tradingPositions} p where p.account_id = ${tradingAccounts.id}))`,
        ),
      ),
  slotOf: batched(ACCOUNTS_AT_ONCE, async (userIds: readonly string[]): Promise<number[]> => {
    const moved = await db
      .select()
      .from(tradingMoves)
      .where(inArray(tradingMoves.userId, [...userIds]))
    const ids = new Set(moved.map(({ userId }) => userId))
    return userIds.map((userId) => (ids.has(userId) ? COPY_SLOT : slotById(userId)))
  }),
  /** Moves a user to `COPY_SLOT`, by the holder of the slot that the user leaves. @throws DutyLost */
  move: (userId: string, term: Term): Promise<void> =>
    db.transaction(async (tx) => {
      await demandTerm(tx, term)
      await tx.insert(tradingMoves).values({ userId }).onConflictDoNothing()
    }),
  /** Accounts the user trades in, without the twin. */
  ownAccountsOf: async (userId: string): Promise<AccountRow[]> =>
    db
      .select()
      .from(tradingAccounts)
      .where(and(eq(tradingAccounts.userId, userId), eq(tradingAccounts.kind, 'paper')))
      .orderBy(desc(tradingAccounts.createdAt)),
  /** Not yet listed in the bell. */
  news: async (): Promise<{ accountId: string; userId: string; body: AccountNews }[]> => {
    const rows = await db
      .select({ accountId: tradingNews.accountId, userId: tradingAccounts.userId, body: tradingNews.body })
      .from(tradingNews)
      .innerJoin(tradingAccounts, eq(tradingAccounts.id, tradingNews.accountId))
      .limit(NEWS_AT_ONCE)
    return rows.map((row) => ({ ...row, body: storedNews(row.body) }))
  },
  forgetNews: batched(NEWS_AT_ONCE, async (keys: readonly (readonly [accountId: string, key: string])[]): Promise<undefined[]> => {
    const [accounts, names] = [keys.map(([account]) => account), keys.map(([, key]) => key)]
    await db.execute(sql`
      delete from trading_news n using unnest(${sql.param(accounts)}::uuid[], ${sql.param(names)}::text[]) k(account, key)
      where n.account_id = k.account and n.key = k.key`)
    return keys.map(() => undefined)
  }),
  allAccounts: (): Promise<AccountRow[]> => db.select().from(tradingAccounts).orderBy(tradingAccounts.createdAt),
})

const SLOT_OF_USER = sql<number>`case when exists (select 1 from ${tradingMoves} m where m.user_id = ${tradingAccounts.userId})
  then ${sql.raw(String(COPY_SLOT))} else ('x' || right(${tradingAccounts.userId}::text, 1))::bit(4)::int end`

const eventQueries = (db: Db) => ({
  snapshot: async (accountId: string) => (await db.select().from(tradingSnapshots).where(eq(tradingSnapshots.accountId, accountId)))[0],
  eventsAfter: (accountId: string, seq: number, limit: number): Promise<EventRow[]> =>
    db
      .select()
      .from(tradingEvents)
      .where(and(eq(tradingEvents.accountId, accountId), gt(tradingEvents.seq, seq)))
      .orderBy(tradingEvents.seq)
      .limit(limit),
  newestAt: async (accountId: string): Promise<number | undefined> => {
    const { at, seq } = tradingEvents
    return (await db.select({ at }).from(tradingEvents).where(eq(tradingEvents.accountId, accountId)).orderBy(desc(seq)).limit(1))[0]?.at
  },
  command: async (accountId: string, clientId: string): Promise<StoredCommand | undefined> => {
    const isIt = and(eq(tradingCommands.accountId, accountId), eq(tradingCommands.clientId, clientId))
    const row = (await db.select().from(tradingCommands).where(isIt))[0]
    return row && { hash: row.hash, answer: storedAnswer(row.answer) }
  },
  positions: (accountId: string) => db.select().from(tradingPositions).where(eq(tradingPositions.accountId, accountId)),
  balances: (accountId: string) => db.select().from(tradingBalances).where(eq(tradingBalances.accountId, accountId)),
})

const orderQueries = (db: Db) => ({
  order: async (orderId: string): Promise<OrderRow | undefined> =>
    (await db.select().from(tradingOrders).where(eq(tradingOrders.orderId, orderId)))[0],
  ordersNamed: (accountId: string, clientIds: readonly string[]): Promise<OrderRow[]> =>
    db
      .select()
      .from(tradingOrders)
      .where(and(eq(tradingOrders.accountId, accountId), inArray(tradingOrders.clientId, [...clientIds])))
      .orderBy(tradingOrders.number),
  orders: ({ accountId, before, limit, isDone, symbol, clientId }: OrdersPage): Promise<OrderRow[]> =>
    db
      .select()
      .from(tradingOrders)
      .where(
        and(
          eq(tradingOrders.accountId, accountId),
          unless(before, (number) => lt(tradingOrders.number, number)),
          unless(isDone, (done) => (done ? sql`${tradingOrders.isDone}` : sql`not ${tradingOrders.isDone}`)),
          unless(symbol, (one) => eq(tradingOrders.symbol, one)),
          unless(clientId, (one) => eq(tradingOrders.clientId, one)),
        ),
      )
      .orderBy(desc(tradingOrders.number))
      .limit(limit),
  allOrders: (accountId: string): Promise<OrderRow[]> => db.select().from(tradingOrders).where(eq(tradingOrders.accountId, accountId)),
})

const postingQueries = (db: Db) => ({
  fills: ({ accountId, before, limit, symbol, clientId }: FillsPage): Promise<EventRow[]> =>
    db
      .select()
      .from(tradingEvents)
      .where(
        and(
          eq(tradingEvents.accountId, accountId),
          sql`${tradingEvents.kind} = 'filled'`,
          unless(before, (seq) => lt(tradingEvents.seq, seq)),
          unless(symbol, (one) => sql`${tradingEvents.payload}->>'symbol' = ${one}`),
          unless(clientId, (one) => sql`${tradingEvents.payload}->>'clientId' = ${one}`),
        ),
      )
      .orderBy(desc(tradingEvents.seq))
      .limit(limit),
  postings: ({ accountId, before, limit }: Page): Promise<EventRow[]> =>
    db
      .select()
      .from(tradingEvents)
      .where(
        and(
          eq(tradingEvents.accountId, accountId),
          sql`${tradingEvents.kind} in ('deposited', 'filled', 'marginMoved', 'funded', 'insured')`,
          unless(before, (seq) => lt(tradingEvents.seq, seq)),
        ),
      )
      .orderBy(desc(tradingEvents.seq))
      .limit(limit),
})

export type TradingRepository = ReturnType<typeof tradingRepository>

type Head = {
  readonly isClosed: boolean
  readonly snapshot: Pick<typeof tradingSnapshots.$inferSelect, 'version' | 'state'> | undefined
  /** Time of the newest event. */
  readonly newestAt: number | undefined
  /** Time of the newest event by which due funding was paid: cancels do not wait for funding. */
  readonly fundedAt: number | undefined
}

/** What is read to load an account. Many that load at once share their statements: a takeover must not take minutes. */
export const accountReads = (db: Db) => {
  const numberOf = (value: string | null): number | undefined => (value === null ? undefined : Number(value))
  type HeadRow = { id: string; is_closed: boolean; newest: string | null; funded: string | null; version: number | null; state: unknown }
  const heads = batched(ACCOUNTS_AT_ONCE, async (ids: readonly string[]): Promise<(Head | undefined)[]> => {
    const { rows } = await db.execute<HeadRow>(sql`
      select a.id, a.closed_at is not null as is_closed, s.version, s.state,
        (select at from trading_events e where e.account_id = a.id order by seq desc limit 1) as newest,
        -- By the index of postings.
        (select at from trading_events e where e.account_id = a.id and kind in ('deposited', 'filled', 'funded') order by seq desc limit 1) as funded
      from trading_accounts a left join trading_snapshots s on s.account_id = a.id where a.id = any(${sql.param([...ids])}::uuid[])`)
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => {
      const row = byId.get(id)
      if (row === undefined) return undefined
      const snapshot = row.version === null ? undefined : { version: row.version, state: row.state }
      return { isClosed: row.is_closed, snapshot, newestAt: numberOf(row.newest), fundedAt: numberOf(row.funded) }
    })
  })
  const usedIds = batched(ACCOUNTS_AT_ONCE, async (ids: readonly string[]): Promise<string[][]> => {
    const { rows } = await db.execute<{ used: string[] }>(sql`
      select array(select client_id from trading_commands c where c.account_id = k.id limit ${MOST_USED_IDS + 1}) as used
      from unnest(${sql.param([...ids])}::uuid[]) with ordinality k(id, place) order by place`)
    return rows.map(({ used }) => used)
  })
  type After = { readonly accountId: string; readonly seq: number; readonly limit: number }
  type RawEvent = { account_id: string; seq: string; kind: string; at: string; version: number; payload: unknown }
  const events = batched(EVENTS_OF_ACCOUNTS, async (asked: readonly After[]): Promise<EventRow[][]> => {
    const { rows } = await db.execute<RawEvent>(sql`
      select e.* from unnest(${sql.param(asked.map(({ accountId }) => accountId))}::uuid[], ${sql.param(asked.map(({ seq }) => seq))}::bigint[]) k(id, after)
      cross join lateral (select * from trading_events where account_id = k.id and seq > k.after order by seq limit ${asked[0]?.limit ?? 0}) e`)
    const byAccount = Map.groupBy(
      rows.map(({ account_id, seq, at, ...row }): EventRow => ({ ...row, accountId: account_id, seq: Number(seq), at: Number(at) })),
      ({ accountId }) => accountId,
    )
    return asked.map(({ accountId }) => byAccount.get(accountId) ?? [])
  })
  return {
    head: heads,
    usedIds,
    eventsAfter: (accountId: string, seq: number, limit: number) => events({ accountId, seq, limit }),
  }
}
