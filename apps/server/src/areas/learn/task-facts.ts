import { type EntryFact, NOTHING_DONE, type TaskCheck, type TaskFacts } from '@aerie/learn/task'
import type { TradingEvent } from '@aerie/trading/events'
import type { Order } from '@aerie/trading/orders/order'

// A task is checked soon after it was done, so the newest rows are enough.
const ACCOUNTS = 3
const EVENTS = 2_000
const CHARTS = 20
const NOTES = 50

type Kind = TaskCheck['kind']
const TRADING: readonly Kind[] = ['trade', 'resting-limit', 'bracket', 'sized', 'leverage', 'funding']

type Deps = {
  readonly isCoin: (symbol: string) => boolean
  readonly trading: TradingHistory
  readonly alerts: { readonly kindsOf: (userId: string) => Promise<readonly string[]> }
  readonly journal: { readonly ratedNoteLengths: (userId: string, limit: number) => Promise<readonly number[]> }
  readonly workspace: {
    readonly drawingsOn: (userId: string, charts: number) => Promise<number>
    readonly watchlistsOf: (userId: string) => Promise<readonly (readonly string[])[]>
  }
  readonly account: { readonly walletsOf: (userId: string) => Promise<readonly string[]> }
}
type TradingHistory = {
  /** Paper accounts, newest first. */
  readonly accountsOf: (userId: string) => Promise<readonly { readonly id: string; readonly seq: number; readonly deposit: bigint }[]>
  readonly eventsAfter: (accountId: string, seq: number, limit: number) => Promise<readonly TradingEvent[]>
}

export const taskFacts =
  ({ isCoin, trading, alerts, journal, workspace, account }: Deps) =>
  async (userId: string, { kind }: TaskCheck): Promise<TaskFacts> => {
    if (TRADING.includes(kind)) return { ...NOTHING_DONE, ...(await tradedBy(trading, userId)) }
    if (kind === 'drawing') return { ...NOTHING_DONE, drawings: await workspace.drawingsOn(userId, CHARTS) }
    if (kind === 'alert') return { ...NOTHING_DONE, alerts: await alerts.kindsOf(userId) }
    if (kind === 'wallet') return { ...NOTHING_DONE, wallets: (await account.walletsOf(userId)).length }
    if (kind !== 'watchlist') return { ...NOTHING_DONE, ratedNotes: await journal.ratedNoteLengths(userId, NOTES) }
    const coins = (await workspace.watchlistsOf(userId)).map((symbols) => symbols.filter(isCoin).length)
    return { ...NOTHING_DONE, watched: Math.max(0, ...coins) }
  }

async function tradedBy(trading: TradingHistory, userId: string) {
  const accounts = (await trading.accountsOf(userId)).slice(0, ACCOUNTS)
  const facts = []
  for (const { id, seq, deposit } of accounts) {
    const events = await trading.eventsAfter(id, Math.max(0, seq - EVENTS), EVENTS)
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
