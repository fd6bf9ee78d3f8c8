import type { Db } from '../../db/client.ts'
import { type LinkedWallet, linkedWallets } from '../accounts/details/linked-wallets.ts'
import type { ChainChange } from '../chain/indexer/chain-indexer.ts'

type Deps = {
  readonly db: Db
  /** Told of each linked wallet that the chain has said something of, with the newest block that did. */
  readonly tell: (wallet: LinkedWallet, block: number) => void
  readonly onError: (error: unknown) => void
}

/** Finds the owners of the accounts that the chain tells of: one query for all that come while one is under way. */
export function chainNotices({ db, tell, onError }: Deps): (change: Pick<ChainChange, 'account' | 'block'>) => void {
  let waiting = new Map<string, number>()
  let isAtWork = false

  const work = async (): Promise<void> => {
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      for (const wallet of await linkedWallets(db).among([...batch.keys()])) tell(wallet, batch.get(wallet.address) ?? 0)
    }
  }
  return ({ account, block }) => {
    waiting.set(account, Math.max(block, waiting.get(account) ?? 0))
    if (isAtWork) return
    isAtWork = true
    // After this turn: the indexer tells of a whole range at once.
    queueMicrotask(
      () =>
        void work()
          .catch(onError)
          .finally(() => (isAtWork = false)),
    )
  }
}
