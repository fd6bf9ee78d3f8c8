import { SECOND_MS } from '@aerie/core/time'
import type { Db } from '../../../platform/db/client.ts'
import { type LinkedWallet, linkedWallets } from '../../account/index.ts'
import type { ChainChange } from '../indexer/chain-indexer.ts'

type Deps = {
  readonly db: Db
  readonly notify: (wallet: LinkedWallet, block: number) => void
  readonly onError: (error: unknown) => void
  readonly retryMs?: number
}
type Change = Pick<ChainChange, 'account' | 'block'>

const RETRY_MS = 5 * SECOND_MS

/** Batched queries. Each change is reported only once, so a failed query is retried until it succeeds. */
export function chainNotices({ db, notify, onError, retryMs = RETRY_MS }: Deps): { handle: (change: Change) => void; stop: () => void } {
  let waiting = new Map<string, number>()
  let isAtWork = false
  let isStopped = false
  let retry: NodeJS.Timeout | undefined

  const keep = (account: string, block: number): void => void waiting.set(account, Math.max(block, waiting.get(account) ?? 0))
  const ownersOf = async (batch: ReadonlyMap<string, number>): Promise<LinkedWallet[]> => {
    try {
      return await linkedWallets(db).among([...batch.keys()])
    } catch (error) {
      for (const [account, block] of batch) keep(account, block)
      clearTimeout(retry)
      if (!isStopped) retry = setTimeout(begin, retryMs).unref()
      throw error
    }
  }
  const work = async (): Promise<void> => {
    try {
      while (waiting.size > 0) {
        const batch = waiting
        waiting = new Map()
        for (const wallet of await ownersOf(batch)) notify(wallet, batch.get(wallet.address) ?? 0)
      }
    } catch (error) {
      onError(error)
    } finally {
      // Set in the turn that found the queue empty, so later arrivals start a new run.
      isAtWork = false
    }
  }
  const begin = (): void => {
    if (isAtWork) return
    isAtWork = true
    queueMicrotask(() => void work())
  }
  return {
    handle: ({ account, block }) => {
      keep(account, block)
      begin()
    },
    stop: () => {
      isStopped = true
      clearTimeout(retry)
    },
  }
}
