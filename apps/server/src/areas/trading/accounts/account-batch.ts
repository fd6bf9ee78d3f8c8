import type { MicroUsdc } from '@aerie/core/numbers/units'
import type { TradingEvent } from '@aerie/trading/events'
import type { LedgerAccount } from '@aerie/trading/ledger'
import type { Position } from '@aerie/trading/matching/fill'
import { isEnded, isProtectiveStop, type Order } from '@aerie/trading/orders/order'
import type { Reason } from '@aerie/trading/reasons'
import { type AccountState, balanceOf } from '@aerie/trading/state'
import { storedForm } from '@aerie/trading/stored/stored'
import { SOURCE_KINDS } from '@aerie/wire/market/market'
import { reasonCode } from '@aerie/wire/trading/trading-codes'
import * as z from 'zod/mini'
import { orderIdOf } from '../order-id.ts'
import { type JournalRows, joinRows } from './journal-rows.ts'

export type UsedId = { readonly clientId: string; readonly hash: Buffer; readonly answer: CommandAnswer }
export type CommandAnswer = { readonly orders: readonly string[]; readonly refused?: Reason | undefined }
const commandAnswer = z.object({ orders: z.array(z.string()), refused: z.optional(reasonCode) })
export const storedAnswer = (stored: unknown): CommandAnswer => z.parse(commandAnswer, stored)

const accountNews = z.object({
  key: z.string(),
  kind: z.enum(['unprotected', 'stop_hit', 'liquidated']),
  symbol: z.string(),
  title: z.string(),
  /** Without a final period. */
  text: z.string(),
  /** Market clock, ms. */
  at: z.number(),
  trip: z.optional(z.string()),
  source: z.object({ id: z.string(), kind: z.enum(SOURCE_KINDS) }),
})
/** What happened to a user's account without the user; `key` is unique per account. */
export type AccountNews = Readonly<z.output<typeof accountNews>>
export const storedNews = (stored: unknown): AccountNews => z.parse(accountNews, stored)

/** `number` is the seq of the order's first event, if in this batch. */
type OrderRow = { readonly order: Order; readonly number: number | undefined }

export type AccountBatch = {
  readonly accountId: string
  readonly events: readonly TradingEvent[]
  readonly orders: ReadonlyMap<string, OrderRow>
  /** Undefined: closed. */
  readonly positions: ReadonlyMap<string, Position | undefined>
  readonly balances: ReadonlyMap<LedgerAccount, MicroUsdc>
  readonly usedIds: readonly UsedId[]
  readonly snapshot: unknown
  readonly journal: JournalRows | undefined
  readonly news: readonly AccountNews[]
}

export function batchOf(accountId: string, state: AccountState, events: readonly TradingEvent[]): AccountBatch {
  const orders = new Map<string, OrderRow>()
  const positions = new Map<string, Position | undefined>()
  const balances = new Map<LedgerAccount, MicroUsdc>()
  for (const event of events) {
    noteOrder(orders, state, event)
    for (const symbol of positionsIn(event, state)) positions.set(symbol, state.positions.get(symbol))
    if ('lines' in event) for (const { account } of event.lines) balances.set(account, balanceOf(state, account))
  }
  return { accountId, events, orders, positions, balances, usedIds: [], snapshot: undefined, journal: undefined, news: [] }
}

function noteOrder(orders: Map<string, OrderRow>, state: AccountState, event: TradingEvent): void {
  const isNew = event.kind === 'accepted' || event.kind === 'rejected'
  const clientId = isNew ? event.order.terms.clientId : 'clientId' in event && event.kind !== 'refused' ? event.clientId : undefined
  const order = clientId === undefined ? undefined : state.orders.get(clientId)
  if (clientId === undefined || order === undefined) return
  orders.set(clientId, { order, number: isNew ? event.seq : orders.get(clientId)?.number })
}

/** Positions whose row or answer an event changes; a reduce-only order may protect one again. */
function positionsIn(event: TradingEvent, state: AccountState): string[] {
  if (event.kind === 'unprotected') return [event.symbol]
  if (event.kind === 'accepted' && isProtectiveStop(event.order) && state.positions.has(event.order.terms.symbol))
    return [event.order.terms.symbol]
  const changed = 'clientId' in event && state.unprotected.size > 0 ? state.orders.get(event.clientId)?.terms.symbol : undefined
  if (changed !== undefined && state.unprotected.has(changed)) return [changed]
  if (event.kind === 'filled' || event.kind === 'funded' || event.kind === 'leverageSet') return [event.symbol]
  return event.kind === 'marginMoved' ? [event.position.symbol] : []
}

export function joinBatches(first: AccountBatch, second: AccountBatch): AccountBatch {
  const orders = new Map(first.orders)
  for (const [id, { order, number }] of second.orders) orders.set(id, { order, number: number ?? orders.get(id)?.number })
  return {
    accountId: first.accountId,
    events: [...first.events, ...second.events],
    orders,
    positions: new Map([...first.positions, ...second.positions]),
    balances: new Map([...first.balances, ...second.balances]),
    usedIds: [...first.usedIds, ...second.usedIds],
    snapshot: second.snapshot ?? first.snapshot,
    journal: joinRows(first.journal, second.journal),
    news: [...first.news, ...second.news],
  }
}

const orderRow = (accountId: string, { order, number }: OrderRow) => ({
  account: accountId,
  client: order.terms.clientId,
  id: orderIdOf(accountId, order.terms.clientId),
  number,
  symbol: order.terms.symbol,
  done: isEnded(order),
  body: storedForm(order),
})

export function rowsOf(batches: readonly AccountBatch[], schedule: string) {
  const orders = batches.flatMap((one) => [...one.orders.values()].map((row) => orderRow(one.accountId, row)))
  return {
    accounts: batches.map(({ accountId, events }) => ({ account: accountId, seq: events.at(-1)?.seq ?? 0 })),
    events: batches.flatMap(({ accountId, events }) => events.map((event) => eventRow(accountId, event, schedule))),
    created: orders.filter(({ number }) => number !== undefined),
    changed: orders.filter(({ number }) => number === undefined),
    positions: batches.flatMap(({ accountId, positions }) =>
      [...positions].map(([symbol, one]) => ({ account: accountId, symbol, body: one === undefined ? null : storedForm(one) })),
    ),
    balances: batches.flatMap(({ accountId, balances }) =>
      [...balances].map(([name, amount]) => ({ account: accountId, name, amount: String(amount) })),
    ),
    commands: batches.flatMap(({ accountId, usedIds }) =>
      usedIds.map(({ clientId, hash, answer }) => ({ account: accountId, client: clientId, hash: hash.toString('hex'), answer })),
    ),
    snapshots: batches.flatMap(({ accountId, events, snapshot }) =>
      snapshot === undefined ? [] : [{ account: accountId, seq: events.at(-1)?.seq ?? 0, state: snapshot }],
    ),
    journals: batches.flatMap(({ journal }) => (journal === undefined ? [] : [journal.journal])),
    facts: batches.flatMap(({ journal }) => journal?.facts ?? []),
    trips: batches.flatMap(({ journal }) => [...(journal?.trips.values() ?? [])]),
    news: batches.flatMap(({ accountId, news }) => news.map((body) => ({ account: accountId, key: body.key, body }))),
  }
}

/** A fill records the fee schedule that was applied. */
function eventRow(accountId: string, event: TradingEvent, schedule: string) {
  const { seq, t, kind, ...body } = event
  return { account: accountId, seq, kind, at: t, payload: storedForm(kind === 'filled' ? { ...body, schedule } : body) }
}
