import * as z from 'zod/mini'
import { parseJson } from '../../lib/storage/parse-json.ts'
import { readStored, removeStored, writeStored } from '../../lib/storage/storage.ts'
import { isSettled, type TrackedTransaction, trackedTransaction } from './transaction-state.ts'

type Transactions = readonly TrackedTransaction[]

/** Settled ones are kept so long in a list of at most so many: enough to be read after a reload. */
const MAX_STORED = 20

const keyOf = (owner: string): string => `aerie.transactions.${owner}`

/** What this browser keeps of `owner`, newest first: of all its tabs. What is not readable is none. */
export function readStoredTransactions(owner: string): Transactions {
  const parsed = z.safeParse(z.array(trackedTransaction), parseJson(readStored(keyOf(owner)) ?? ''))
  return parsed.success ? parsed.data : []
}

/** Keeps those that were sent: the others have no hash that a later page could watch them by. */
export function storeTransactions(owner: string, list: Transactions): void {
  const lasting = list.filter((one) => one.hash !== null)
  if (lasting.length === 0) removeStored(keyOf(owner))
  else writeStored(keyOf(owner), JSON.stringify(lasting))
}

/** `mine` with what other tabs have sent; of one that both know, whatever is settled. */
export function withThoseOf(others: Transactions, mine: Transactions): Transactions {
  const theirs = new Map(others.map((one) => [one.id, one]))
  const known = new Set(mine.map(({ id }) => id))
  const joined = mine.map((one) => {
    const other = theirs.get(one.id)
    return other !== undefined && isSettled(other) && !isSettled(one) ? other : one
  })
  return [...joined, ...others.filter(({ id }) => !known.has(id))].toSorted((a, b) => b.startedAt - a.startedAt).slice(0, MAX_STORED)
}

/** Calls `hear` whenever another tab has changed what is kept of `owner()`. */
export function onStoredElsewhere(owner: () => string | null, hear: (owner: string) => void): void {
  addEventListener('storage', ({ key }) => {
    const user = owner()
    if (user !== null && key === keyOf(user)) hear(user)
  })
}
