import type { TrackedTransaction, TransactionFailure } from './transaction-state.ts'

type Hash = `0x${string}`
export type MinedCall = { readonly hash: Hash; readonly to: Hash | null; readonly data: Hash; readonly value: bigint }

/** All methods throw if the chain is unreachable. */
export type ChainView = {
  readonly receipt: (hash: Hash) => Promise<{ readonly succeeded: boolean; readonly block: number } | null>
  readonly nonceOf: (hash: Hash) => Promise<number | null>
  readonly minedCount: (from: Hash) => Promise<number>
  /** The mined transaction with this nonce, searched in recent blocks; null if older. */
  readonly findMined: (from: Hash, nonce: number) => Promise<MinedCall | null>
  readonly failureOf: (transaction: TrackedTransaction, block: number) => Promise<TransactionFailure>
}

export type Update = (transaction: TrackedTransaction, change: Partial<TrackedTransaction>) => TrackedTransaction

type Options = {
  readonly view: ChainView
  readonly update: Update
  readonly isKept: (id: string) => boolean
  /** Waits before the next check; `misses` counts consecutive checks without a response. */
  readonly wait: (misses: number) => Promise<void>
}

/** A node may report a block before its receipts: accept a replacement only after this many checks. */
const LOOKS_BEFORE_REPLACED = 3

export async function watchTransaction(given: TrackedTransaction, { view, update, isKept, wait }: Options): Promise<TrackedTransaction> {
  let transaction = given
  let misses = 0
  let gone = 0
  for (;;) {
    const seen = await lookSafely(transaction, view, gone, misses === 0)
    misses = seen === null ? misses + 1 : 0
    gone = seen?.isGone ? gone + 1 : 0
    const change = { ...seen?.change, isChainAway: seen === null }
    if (seen?.change || transaction.isChainAway !== change.isChainAway) transaction = update(transaction, change)
    if (seen?.isSettled) return transaction
    await wait(misses)
    if (!isKept(transaction.id)) return transaction
  }
}

/** Null if the chain is unreachable, which is reported once per outage. */
async function lookSafely(transaction: TrackedTransaction, view: ChainView, gone: number, isNews: boolean): Promise<Seen | null> {
  try {
    return await look(transaction, view, gone)
  } catch (error) {
    if (isNews) console.warn('The chain does not answer; the transaction is looked for again.', error)
    return null
  }
}

type Seen = { readonly change: Partial<TrackedTransaction> | null; readonly isSettled: boolean; readonly isGone: boolean }
const NOTHING: Seen = { change: null, isSettled: false, isGone: false }
const settled = (change: Partial<TrackedTransaction>): Seen => ({ change, isSettled: true, isGone: false })

async function look(transaction: TrackedTransaction, view: ChainView, gone: number): Promise<Seen> {
  const { hash, from } = transaction
  if (hash === null) return settled({})
  const receipt = await view.receipt(hash)
  if (receipt?.succeeded) return settled({ state: 'confirmed', block: receipt.block })
  if (receipt) return settled({ state: 'failed', block: receipt.block, failure: await view.failureOf(transaction, receipt.block) })
  const nonce = transaction.nonce ?? (await view.nonceOf(hash))
  if (nonce === null) return NOTHING
  const learned = transaction.nonce === null ? { ...NOTHING, change: { nonce } } : NOTHING
  if ((await view.minedCount(from)) <= nonce) return learned
  const other = await view.findMined(from, nonce)
  // Mined between the two requests: the next check finds the receipt.
  if (other?.hash === hash) return learned
  if (other !== null) return replacedBy(transaction, other)
  if (gone + 1 < LOOKS_BEFORE_REPLACED) return { ...learned, isGone: true }
  return settled({ state: 'replaced', nonce, replacement: { reason: 'replaced', hash: null } })
}

function replacedBy(transaction: TrackedTransaction, other: MinedCall): Seen {
  const isSame = isCallOf(transaction, other)
  if (isSame) return { ...NOTHING, change: { hash: other.hash, replacement: { reason: 'repriced', hash: other.hash } } }
  const isCancel = other.to?.toLowerCase() === transaction.from.toLowerCase() && other.value === 0n && other.data === '0x'
  return settled({ state: 'replaced', replacement: { reason: isCancel ? 'cancelled' : 'replaced', hash: other.hash } })
}

const isCallOf = (transaction: TrackedTransaction, { to, data, value }: MinedCall): boolean =>
  to?.toLowerCase() === transaction.to.toLowerCase() && data === transaction.data && value === BigInt(transaction.value)
