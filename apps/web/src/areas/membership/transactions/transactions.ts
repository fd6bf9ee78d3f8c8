import { once } from '@aerie/runtime/once'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { newUuid } from '../../../platform/browser/new-uuid.ts'
import { useSession } from '../../../platform/session/session.ts'
import { parseJson, readStored, removeStored, writeStored } from '../../../platform/storage/storage.ts'
import { type Address, useWalletState } from '../wallet-state.ts'
import { isSettled, type TrackedTransaction, type TransactionCall, trackedTransaction } from './transaction-state.ts'

export type TransactionRequest = { readonly kind: string; readonly title: string; readonly call: TransactionCall }

const useStore = create<{ readonly owner: string | null; readonly list: readonly TrackedTransaction[] }>(() => ({ owner: null, list: [] }))

/** Newest first. The first use resumes watching transactions sent by an earlier page. */
export function useTransactions(): readonly TrackedTransaction[] {
  useResumed()
  return useStore((state) => state.list)
}

/** The newest of one kind; null is idle. Resumes watching like `useTransactions`. */
export function useTransaction(kind: string): TrackedTransaction | null {
  useResumed()
  return useStore((state) => state.list.find((one) => one.kind === kind) ?? null)
}

/** Whether a transaction of this kind is unsettled. Chain data may or may not include its effect, so never combine the two. */
export const useIsUnderWay = (kind: string): boolean => useTransactions().some((one) => one.kind === kind && !isSettled(one))

function useResumed(): void {
  const owner = useSession((state) => state.user?.user_id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has other transactions
  useEffect(() => {
    resumeTransactions().catch((error: unknown) => console.warn('Transactions of an earlier page could not be watched.', error))
  }, [owner])
}

/**
 * Transaction failures do not throw; they are in its state. Resolves once settled, or still pending once dismissed.
 * @throws if the wallet code cannot be loaded
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

/** Removes it and stops watching. If its wallet prompt is still open and the user confirms, it reappears. */
export const dismissTransaction = (id: string): void => keep(useStore.getState().list.filter((one) => one.id !== id))

/** Resumes watching unsettled transactions. One whose wallet prompt was open on unload has no hash and is dropped. */
export async function resumeTransactions(): Promise<void> {
  const owner = useSession.getState().user?.user_id ?? null
  if (useStore.getState().owner === owner) return
  const list = owner === null ? [] : readStoredTransactions(owner)
  useStore.setState({ owner, list })
  listenToOtherTabs()
  const open = list.filter((one) => !isSettled(one))
  if (open.length > 0) await watchAll(open)
}

const isKept = (id: string): boolean => useStore.getState().list.some((one) => one.id === id)

const NOBODY: Address = '0x0000000000000000000000000000000000000000'

function begin({ kind, title, call }: TransactionRequest, from: Address, chainId: number): TrackedTransaction {
  const owner = useSession.getState().user?.user_id ?? null
  if (useStore.getState().owner !== owner) useStore.setState({ owner, list: owner === null ? [] : readStoredTransactions(owner) })
  listenToOtherTabs()
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

function updateTransaction(given: TrackedTransaction, change: Partial<TrackedTransaction>): TrackedTransaction {
  const { list } = useStore.getState()
  const next = { ...given, ...change }
  if (list.some((one) => one.id === given.id)) keep(list.map((one) => (one.id === given.id ? next : one)))
  // Dismissed during the prompt but confirmed in the wallet: it was sent, so show it.
  else if (given.hash === null && next.hash !== null) keep([next, ...list])
  return next
}

/** Stores `list`, merged with what other tabs have stored meanwhile. Entries removed here are removed for all tabs. */
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

/** Other tabs of this browser belong to the same user: their transactions are listed here too. */
const listenToOtherTabs = once((): void => {
  onStoredElsewhere(
    () => useStore.getState().owner,
    (owner) => {
      const { list: before } = useStore.getState()
      const stored = readStoredTransactions(owner)
      const isThere = new Set(stored.map(({ id }) => id))
      // A settled entry missing from storage was dismissed in another tab.
      const list = withThoseOf(
        stored,
        before.filter((one) => !isSettled(one) || one.hash === null || isThere.has(one.id)),
      )
      useStore.setState({ list })
      watchNew(before, list)
    },
  )
})

/** The sending tab may be closed before the transaction is mined, so every tab watches. */
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

/** Maximum stored entries, settled ones included: enough to show results after a reload. */
const MAX_STORED = 20

const keyOf = (owner: string): string => `aerie.transactions.${owner}`

function readStoredTransactions(owner: string): Transactions {
  const parsed = z.safeParse(z.array(trackedTransaction), parseJson(readStored(keyOf(owner)) ?? ''))
  return parsed.success ? parsed.data : []
}

/** Stores only sent ones: the others have no hash to resume watching by. */
function storeTransactions(owner: string, list: Transactions): void {
  const lasting = list.filter((one) => one.hash !== null)
  if (lasting.length === 0) removeStored(keyOf(owner))
  else writeStored(keyOf(owner), JSON.stringify(lasting))
}

/** Merges other tabs' entries into `mine`; of duplicates, the settled one wins. */
function withThoseOf(others: Transactions, mine: Transactions): Transactions {
  const theirs = new Map(others.map((one) => [one.id, one]))
  const known = new Set(mine.map(({ id }) => id))
  const joined = mine.map((one) => {
    const other = theirs.get(one.id)
    return other !== undefined && isSettled(other) && !isSettled(one) ? other : one
  })
  return [...joined, ...others.filter(({ id }) => !known.has(id))].toSorted((a, b) => b.startedAt - a.startedAt).slice(0, MAX_STORED)
}

function onStoredElsewhere(owner: () => string | null, listener: (owner: string) => void): void {
  addEventListener('storage', ({ key }) => {
    const user = owner()
    if (user !== null && key === keyOf(user)) listener(user)
  })
}
