import { isDeepStrictEqual } from 'node:util'
import { isEnded } from '@aerie/trading/orders/order'
import { type AccountState, emptyAccount, ledgerTotal } from '@aerie/trading/state'
import { storedForm } from '@aerie/trading/stored/stored'
import { orderState } from '@aerie/wire/trading/trading-orders'
import * as z from 'zod/mini'
import type { Db } from '../../../platform/db/client.ts'
import { type AccountRow, type TradingRepository, tradingRepository } from '../store.ts'
import { applyStored, loadState } from './account-loader.ts'

const STATED = z.object({ state: orderState })

export type Difference = { readonly account: string; readonly what: string }

export type Rebuilt = { readonly accounts: number; readonly events: number; readonly differences: readonly Difference[] }

/** Compares folded events with read models, snapshot and ledger. Read-only; safe while trading. */
export async function rebuildAll(db: Db): Promise<Rebuilt> {
  const differences: Difference[] = []
  let events = 0
  const ids = (await tradingRepository(db).allAccounts()).map(({ id }) => id)
  for (const account of ids) {
    const found = await db.transaction((tx) => rebuildOne(tradingRepository(tx), account), ONE_MOMENT)
    events += found.events
    differences.push(...found.differences.map((what) => ({ account, what })))
  }
  return { accounts: ids.length, events, differences }
}

const ONE_MOMENT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

async function rebuildOne(repository: TradingRepository, accountId: string): Promise<{ events: number; differences: string[] }> {
  const row = await repository.account(accountId)
  if (row === undefined) return { events: 0, differences: [] }
  const state = emptyAccount()
  await applyStored(repository, accountId, state)
  return { events: state.seq, differences: await differencesOf(repository, row, state) }
}

async function differencesOf(repository: TradingRepository, { id, seq }: AccountRow, state: AccountState): Promise<string[]> {
  const balances = new Map((await repository.balances(id)).map(({ name, amount }) => [name, amount]))
  const sum = [...balances.values()].reduce((total, amount) => total + amount, 0n)
  return [
    ...(seq === state.seq ? [] : [`seq ${seq}, by the events ${state.seq}`]),
    ...(sum === 0n && ledgerTotal(state) === 0n ? [] : ['ledger']),
    ...differing('balance', balances, state.ledger),
    ...differing('position', storedBy(await repository.positions(id)), formsOf(state.positions)),
    ...differing('order', storedOrders(await repository.allOrders(id)), formsOf(state.orders)),
    ...(await snapshotDifferences(repository, id, state)),
  ]
}

const storedBy = (rows: readonly { symbol: string; body: unknown }[]) => new Map(rows.map(({ symbol, body }) => [symbol, body]))
const storedOrders = (rows: readonly { clientId: string; isDone: boolean; body: unknown }[]) =>
  new Map(rows.map(({ clientId, isDone, body }) => [clientId, isDone === hasEnded(body) ? body : { body, isDone }]))

function hasEnded(body: unknown): boolean {
  const order = z.safeParse(STATED, body)
  return order.success && isEnded(order.data)
}
const formsOf = (things: ReadonlyMap<string, unknown>) => new Map([...things].map(([key, one]) => [key, storedForm(one)]))

function differing(what: string, stored: ReadonlyMap<string, unknown>, folded: ReadonlyMap<string, unknown>): string[] {
  const keys = [...new Set([...stored.keys(), ...folded.keys()])]
  return keys.filter((key) => !isDeepStrictEqual(stored.get(key), folded.get(key))).map((key) => `${what} ${key}`)
}

/** The snapshot must match the events, except for ended orders that memory drops. */
async function snapshotDifferences(repository: TradingRepository, accountId: string, folded: AccountState): Promise<string[]> {
  const read = await loadState(repository, accountId)
  const lasting = (state: AccountState): unknown =>
    storedForm({ ...state, orders: new Map([...state.orders].filter(([, order]) => !isEnded(order))) })
  return isDeepStrictEqual(lasting(read), lasting(folded)) ? [] : ['snapshot']
}
