import { type EntryFact, NOTHING_DONE, type TaskCheck, type TaskFacts } from '@aerie/learn/task'
import type { TradingEvent } from '@aerie/trading/events'
import type { Order } from '@aerie/trading/orders/order'
import { ONLY_DOCUMENT } from '@aerie/wire/workspace/document'
import { watchlists } from '@aerie/wire/workspace/workspace'
import { and, count, desc, eq, isNotNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../../platform/db/client.ts'
import { wallets } from '../../platform/db/schema/accounts.ts'
import { alerts } from '../../platform/db/schema/alerts.ts'
import { journalNotes } from '../../platform/db/schema/journal.ts'
import { workspaceDocuments } from '../../platform/db/schema/workspace.ts'
import { accountHistory } from '../trading/index.ts'

/** Newest accounts and events examined: a task is checked soon after it was done. */
const ACCOUNTS = 3
const EVENTS = 2_000

type Kind = TaskCheck['kind']
const TRADING: readonly Kind[] = ['trade', 'resting-limit', 'bracket', 'sized', 'leverage', 'funding']

type Deps = { readonly db: Db /** Whether the market has such a coin. */; readonly isCoin: (symbol: string) => boolean }

export const taskFacts = ({ db, isCoin }: Deps) => {
  const records = recordsRepository(db)
  return async (userId: string, { kind }: TaskCheck): Promise<TaskFacts> => {
    if (TRADING.includes(kind)) return { ...NOTHING_DONE, ...(await tradedBy(db, userId)) }
    if (kind === 'drawing') return { ...NOTHING_DONE, drawings: await records.drawings(userId) }
    if (kind === 'alert') return { ...NOTHING_DONE, alerts: await records.alertKinds(userId) }
    if (kind === 'watchlist') return { ...NOTHING_DONE, watched: await records.watched(userId, isCoin) }
    if (kind === 'wallet') return { ...NOTHING_DONE, wallets: await records.wallets(userId) }
    return { ...NOTHING_DONE, ratedNotes: await records.ratedNotes(userId) }
  }
}

async function tradedBy(db: Db, userId: string) {
  const history = accountHistory(db)
  const accounts = (await history.accountsOf(userId)).slice(0, ACCOUNTS)
  const facts = []
  for (const { id, seq, deposit } of accounts) {
    const events = await history.eventsAfter(id, Math.max(0, seq - EVENTS), EVENTS)
    facts.push(tradingFacts({ events, deposit }))
  }
  return {
    entries: facts.flatMap(({ entries }) => entries),
    restingLimits: facts.reduce((sum, { restingLimits }) => sum + restingLimits, 0),
    leverages: facts.flatMap(({ leverages }) => leverages),
    fundings: facts.reduce((sum, { fundings }) => sum + fundings, 0),
  }
}

type Events = { readonly events: readonly TradingEvent[]; readonly deposit: bigint }
type Fill = Extract<TradingEvent, { kind: 'filled' }>
type TradingFacts = Pick<TaskFacts, 'entries' | 'restingLimits' | 'leverages' | 'fundings'>

/** For orders placed before these events, the stop is unknown. */
function tradingFacts({ events, deposit }: Events): TradingFacts {
  const orders = new Map(events.flatMap((event) => (event.kind === 'accepted' ? [[event.order.terms.clientId, event.order] as const] : [])))
  const first = new Map<string, Fill>()
  for (const event of events)
    if (event.kind === 'filled' && isOwn(event) && isEntry(event) && !first.has(event.clientId)) first.set(event.clientId, event)
  return {
    entries: [...first.values()].map((fill) => entryOf(fill, orders.get(fill.clientId), deposit)),
    restingLimits: events.filter((event) => event.kind === 'rested' && isOwn(event) && orders.get(event.clientId)?.terms.type === 'limit')
      .length,
    leverages: events.flatMap((event, index) =>
      event.kind === 'leverageSet' && !isCopied(events[index + 1]) ? [Number(event.leverage)] : [],
    ),
    fundings: events.filter(({ kind }) => kind === 'funded').length,
  }
}

/** Client ids with a colon belong to copies and the engine; copied trades do not count for the follower. */
const isOwn = ({ clientId }: { readonly clientId: string }): boolean => !clientId.includes(':')

/** The leverage change of a copied order immediately precedes it. */
const isCopied = (event: TradingEvent | undefined): boolean => event?.kind === 'accepted' && !isOwn(event.order.terms)

const isEntry = ({ side, position }: Fill): boolean => position !== null && position.size > 0n === (side === 'buy')

const entryOf = ({ side, price, size }: Fill, order: Order | undefined, deposit: bigint): EntryFact => ({
  side,
  price,
  size,
  stop: order?.terms.stopLoss?.trigger,
  deposit,
})

const CHARTS = 20
const NOTES = 50

const documents = workspaceDocuments

const recordsRepository = (db: Db) => ({
  drawings: async (userId: string): Promise<number> => {
    const { rows } = await db.execute<{ n: number }>(sql`
      select coalesce(sum(n), 0)::int as n from (
        select jsonb_array_length(case when jsonb_typeof(body->'drawings') = 'array' then body->'drawings' else '[]' end) as n
        from workspace_documents where user_id = ${userId}::uuid and kind = 'chart' order by updated_at desc limit ${CHARTS}
      ) charts`)
    return rows[0]?.n ?? 0
  },
  alertKinds: async (userId: string): Promise<string[]> =>
    (await db.selectDistinct({ kind: alerts.kind }).from(alerts).where(eq(alerts.userId, userId))).map(({ kind }) => kind),
  /** Coins on the largest watchlist; unknown symbols do not count. */
  watched: async (userId: string, isCoin: (symbol: string) => boolean): Promise<number> => {
    const isIt = and(eq(documents.userId, userId), eq(documents.kind, 'watchlists'), eq(documents.name, ONLY_DOCUMENT))
    const parsed = z.safeParse(watchlists, (await db.select({ body: documents.body }).from(documents).where(isIt))[0]?.body)
    return parsed.success ? Math.max(0, ...parsed.data.lists.map(({ symbols }) => symbols.filter(isCoin).length)) : 0
  },
  wallets: async (userId: string): Promise<number> =>
    (await db.select({ n: count() }).from(wallets).where(eq(wallets.userId, userId)))[0]?.n ?? 0,
  ratedNotes: async (userId: string): Promise<number[]> => {
    const rows = await db
      .select({ characters: sql<number>`char_length(btrim(regexp_replace(${journalNotes.note}, '[[:space:]]+', ' ', 'g')))` })
      .from(journalNotes)
      .where(and(eq(journalNotes.userId, userId), isNotNull(journalNotes.rating)))
      .orderBy(desc(journalNotes.updatedAt))
      .limit(NOTES)
    return rows.map(({ characters }) => characters)
  },
})
