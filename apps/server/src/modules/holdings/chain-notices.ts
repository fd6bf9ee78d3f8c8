import { SECOND_MS } from '@aerie/core/time'
import type { Db } from '../../db/client.ts'
import { type LinkedWallet, linkedWallets } from '../accounts/details/linked-wallets.ts'
import type { ChainChange } from '../chain/indexer/chain-indexer.ts'

type Deps = {
  readonly db: Db
  /** Told of each linked wallet that the chain has said something of, with the newest block that did. */
  readonly tell: (wallet: LinkedWallet, block: number) => void
  readonly onError: (error: unknown) => void
  /** How long after owners could not be found they are looked for again. */
  readonly retryMs?: number
}
type Change = Pick<ChainChange, 'account' | 'block'>

const RETRY_MS = 5 * SECOND_MS

/**
 * Finds the owners of the accounts that the chain tells of: one query for all that come while one is under way. The chain
 * tells of each change once, so where the query fails it is made again until it succeeds.
 */
export function chainNotices({ db, tell, onError, retryMs = RETRY_MS }: Deps): { hear: (change: Change) => void; stop: () => void } {
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
        for (const wallet of await ownersOf(batch)) tell(wallet, batch.get(wallet.address) ?? 0)
      }
    } catch (error) {
      onError(error)
    } finally {
      // In the same turn in which nothing was waiting: whoever comes later begins again.
      isAtWork = false
    }
  }
  const begin = (): void => {
    if (isAtWork) return
    isAtWork = true
    // After this turn: the indexer tells of a whole range at once.
    queueMicrotask(() => void work())
  }
  return {
    hear: ({ account, block }) => {
      keep(account, block)
      begin()
    },
    /** What is still waiting is not looked for again. */
    stop: () => {
      isStopped = true
      clearTimeout(retry)
    },
  }
}
