import { useEffect } from 'react'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { newUuid } from '../../lib/new-uuid.ts'
import { parseJson } from '../../lib/storage/parse-json.ts'
import { readStored, removeStored, writeStored } from '../../lib/storage/storage.ts'
import { useSession } from '../../session/session.ts'
import { type Address, useWalletState } from '../wallet-state.ts'
import { isSettled, type TrackedTransaction, type TransactionCall, trackedTransaction } from './transaction-state.ts'

/** What is to be sent, and how it is called. */
export type TransactionRequest = { readonly kind: string; readonly title: string; readonly call: TransactionCall }

/** Newest first. State only; the functions below change it. */
const useStore = create<{ readonly owner: string | null; readonly list: readonly TrackedTransaction[] }>(() => ({ owner: null, list: [] }))

/** Transactions of the user, newest first. The first use goes on watching what an earlier page has sent. */
export function useTransactions(): readonly TrackedTransaction[] {
  useResumed()
  return useStore((state) => state.list)
}

/** The newest of one kind; null is idle. Goes on watching as `useTransactions` does. */
export function useTransaction(kind: string): TrackedTransaction | null {
  useResumed()
  return useStore((state) => state.list.find((one) => one.kind === kind) ?? null)
}

/**
 * Whether one of a kind is sent and not settled yet: what was read of the chain may hold its effect already, or not, so nothing
 * is worked out from both.
 */
export const useIsUnderWay = (kind: string): boolean => useTransactions().some((one) => one.kind === kind && !isSettled(one))

function useResumed(): void {
  const owner = useSession((state) => state.user?.user_id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has other transactions
  useEffect(() => {
    resumeTransactions().catch((error: unknown) => console.warn('Transactions of an earlier page could not be watched.', error))
  }, [owner])
}

/**
 * Estimates, asks the wallet, sends and watches. Never throws for what can happen to a transaction: that stands in its
 * state. It is under way from the call on. Resolves once it is settled, or, still pending, once it was dismissed; the list
 * tells of every step.
 *
 * @throws when the wallet's code cannot be loaded
 */
export async function sendTransaction(request: TransactionRequest): Promise<TrackedTransaction> {
  const { address, chain } = useWalletState.getState()
  const tracked = begin(request, address ?? NOBODY, chain?.id ?? 0)
  const work = await import('./transaction-work.ts').catch((error: unknown) => {
    dismissTransaction(tracked.id)
    throw error
  })
  return work.sendAndWatch(tracked, updateTransaction, isKept)
}

/** Takes it out of the list, and ends the watching of it. One that the wallet still asks about comes back if the user confirms it after all. */
export const dismissTransaction = (id: string): void => keep(useStore.getState().list.filter((one) => one.id !== id))

/**
 * Reads what an earlier page of this browser has sent for this user, and goes on watching what is not settled. A question
 * that was open in the wallet when the page was left has no hash to be watched by: it is let go.
 */
export async function resumeTransactions(): Promise<void> {
  const owner = useSession.getState().user?.user_id ?? null
  if (useStore.getState().owner === owner) return
  const list = owner === null ? [] : readStoredTransactions(owner)
  useStore.setState({ owner, list })
  hearOtherTabs()
  const open = list.filter((one) => !isSettled(one))
  if (open.length > 0) await watchAll(open)
}

const isKept = (id: string): boolean => useStore.getState().list.some((one) => one.id === id)

/** The address of nobody: a transaction without a wallet fails before anything is asked. */
const NOBODY: Address = '0x0000000000000000000000000000000000000000'

function begin({ kind, title, call }: TransactionRequest, from: Address, chainId: number): TrackedTransaction {
  const owner = useSession.getState().user?.user_id ?? null
  if (useStore.getState().owner !== owner) useStore.setState({ owner, list: owner === null ? [] : readStoredTransactions(owner) })
  hearOtherTabs()
  const tracked: TrackedTransaction = {
    id: newUuid(),
    kind,
    title,
    state: 'estimating',
    from,
    to: call.to,
    data: call.data,
    value: String(call.value ?? 0n),
    chainId,
    startedAt: Date.now(),
    estimate: null,
    hash: null,
    nonce: null,
    block: null,
    replacement: null,
    failure: null,
    isChainAway: false,
  }
  keep([tracked, ...useStore.getState().list.filter((one) => one.kind !== kind || !isSettled(one))])
  return tracked
}

/** @returns how it stands now */
function updateTransaction(given: TrackedTransaction, change: Partial<TrackedTransaction>): TrackedTransaction {
  const { list } = useStore.getState()
  const next = { ...given, ...change }
  if (list.some((one) => one.id === given.id)) keep(list.map((one) => (one.id === given.id ? next : one)))
  // Dismissed while the wallet was asking, and confirmed there nonetheless: it happens, so it is shown.
  else if (given.hash === null && next.hash !== null) keep([next, ...list])
  return next
}

/** Keeps `list`, with what other tabs have sent meanwhile: they write to the same place. What was here before and is no more is gone for all. */
function keep(list: readonly TrackedTransaction[]): void {
  const { owner, list: before } = useStore.getState()
  if (owner === null) {
    useStore.setState({ list })
    return
  }
  const kept = new Set(list.map(({ id }) => id))
  const gone = new Set(before.flatMap(({ id }) => (kept.has(id) ? [] : [id])))
  const joined = withThoseOf(
    readStoredTransactions(owner).filter(({ id }) => !gone.has(id)),
    list,
  )
  useStore.setState({ list: joined })
  storeTransactions(owner, joined)
  watchNew(before, joined)
}

let isHearing = false
/** Other tabs of this browser are the same user's: what they send is under way here too. */
function hearOtherTabs(): void {
  if (isHearing) return
  isHearing = true
  onStoredElsewhere(
    () => useStore.getState().owner,
    (owner) => {
      const { list: before } = useStore.getState()
      const stored = readStoredTransactions(owner)
      const isThere = new Set(stored.map(({ id }) => id))
      // What was settled and is kept no more has been dismissed there.
      const list = withThoseOf(
        stored,
        before.filter((one) => !isSettled(one) || one.hash === null || isThere.has(one.id)),
      )
      useStore.setState({ list })
      watchNew(before, list)
    },
  )
}

/** The tab that has sent it may be closed before it is mined: each watches for itself. */
function watchNew(before: readonly TrackedTransaction[], list: readonly TrackedTransaction[]): void {
  const known = new Set(before.map(({ id }) => id))
  const added = list.filter((one) => !isSettled(one) && one.hash !== null && !known.has(one.id))
  if (added.length > 0) watchAll(added).catch((error: unknown) => console.warn('A transaction of another tab could not be watched.', error))
}

async function watchAll(list: readonly TrackedTransaction[]): Promise<void> {
  const work = await import('./transaction-work.ts')
  await Promise.all(list.map((one) => work.watch(one, updateTransaction, isKept)))
}

type Transactions = readonly TrackedTransaction[]

/** Settled ones are kept so long in a list of at most so many: enough to be read after a reload. */
const MAX_STORED = 20

const keyOf = (owner: string): string => `aerie.transactions.${owner}`

/** What this browser keeps of `owner`, newest first: of all its tabs. What is not readable is none. */
function readStoredTransactions(owner: string): Transactions {
  const parsed = z.safeParse(z.array(trackedTransaction), parseJson(readStored(keyOf(owner)) ?? ''))
  return parsed.success ? parsed.data : []
}

/** Keeps those that were sent: the others have no hash that a later page could watch them by. */
function storeTransactions(owner: string, list: Transactions): void {
  const lasting = list.filter((one) => one.hash !== null)
  if (lasting.length === 0) removeStored(keyOf(owner))
  else writeStored(keyOf(owner), JSON.stringify(lasting))
}

/** `mine` with what other tabs have sent; of one that both know, whatever is settled. */
function withThoseOf(others: Transactions, mine: Transactions): Transactions {
  const theirs = new Map(others.map((one) => [one.id, one]))
  const known = new Set(mine.map(({ id }) => id))
  const joined = mine.map((one) => {
    const other = theirs.get(one.id)
    return other !== undefined && isSettled(other) && !isSettled(one) ? other : one
  })
  return [...joined, ...others.filter(({ id }) => !known.has(id))].toSorted((a, b) => b.startedAt - a.startedAt).slice(0, MAX_STORED)
}

/** Calls `hear` whenever another tab has changed what is kept of `owner()`. */
function onStoredElsewhere(owner: () => string | null, hear: (owner: string) => void): void {
  addEventListener('storage', ({ key }) => {
    const user = owner()
    if (user !== null && key === keyOf(user)) hear(user)
  })
}
