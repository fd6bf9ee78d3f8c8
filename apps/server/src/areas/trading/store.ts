import { and, desc, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import {
  tradingAccounts,
  tradingBalances,
  tradingCommands,
  tradingEvents,
  tradingOrders,
  tradingPositions,
  tradingSnapshots,
} from '../../platform/db/schema/trading.ts'
import { type CommandAnswer, storedAnswer } from './accounts/account-batch.ts'

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
  busyAccounts: async (sourceId: string): Promise<AccountRow[]> =>
    db
      .select()
      .from(tradingAccounts)
      .where(
        and(
          eq(tradingAccounts.sourceId, sourceId),
          isNull(tradingAccounts.closedAt),
          sql`(exists (select 1 from ${tradingOrders} o where o.account_id = ${tradingAccounts.id} and not o.is_done)
            or exists (select 1 from ${tradingPositions} p where p.account_id = ${tradingAccounts.id}))`,
        ),
      ),
  /** Accounts the user trades in, without the twin. */
  ownAccountsOf: async (userId: string): Promise<AccountRow[]> =>
    db
      .select()
      .from(tradingAccounts)
      .where(and(eq(tradingAccounts.userId, userId), eq(tradingAccounts.kind, 'paper')))
      .orderBy(desc(tradingAccounts.createdAt)),
  allAccounts: (): Promise<AccountRow[]> => db.select().from(tradingAccounts).orderBy(tradingAccounts.createdAt),
})

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
  /** Time of the newest event by which due funding was paid: cancels do not wait for funding. Uses the postings index. */
  fundedAt: async (accountId: string): Promise<number | undefined> => {
    const { at, seq, kind } = tradingEvents
    const isPaid = and(eq(tradingEvents.accountId, accountId), sql`${kind} in ('deposited', 'filled', 'funded')`)
    return (await db.select({ at }).from(tradingEvents).where(isPaid).orderBy(desc(seq)).limit(1))[0]?.at
  },
  usedIds: async (accountId: string, limit: number): Promise<string[]> => {
    const { clientId } = tradingCommands
    const rows = await db.select({ clientId }).from(tradingCommands).where(eq(tradingCommands.accountId, accountId)).limit(limit)
    return rows.map((row) => row.clientId)
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
