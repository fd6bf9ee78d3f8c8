import { readState } from '@aerie/apex/account-state'
import { ApexRefusal } from '@aerie/apex/apex-calls'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import type { AreaCode } from '@aerie/wire/problem-codes'
import { AppError } from '../../platform/http/app-error.ts'
import type { DeletionHold } from '../account/index.ts'
import type { ApexAccount } from './apex-account.ts'
import type { apexKeyStore } from './apex-keys.ts'
import { liveOrderRepository } from './live-order-repository.ts'
import type { WatchedAccounts } from './watched-accounts.ts'

type Deps = {
  readonly keys: Pick<ReturnType<typeof apexKeyStore>, 'accountOf' | 'facts'>
  readonly accounts: Pick<WatchedAccounts, 'accountOf'>
}

const held = (reason: AreaCode, detail: string): AppError => new AppError('rule_broken', { reason, detail })

/** Blocks account deletion while something may be open at ApeX. Without a saved key nothing blocks it. */
export const apexDeletionHold = ({ keys, accounts }: Deps): DeletionHold => ({
  ask: async (userId) => {
    if ((await keys.facts(userId)) === undefined) return undefined
    try {
      const open = await openAtApex(await accounts.accountOf(userId))
      return open === ''
        ? undefined
        : held(
            'apex_account_open',
            `Your account at ApeX Omni has ${open}. Only you can close them there. Cancel and close them first, or delete the ApeX Omni key to leave them open.`,
          )
    } catch (error) {
      if (isUnanswered(error))
        return held(
          'apex_account_unknown',
          'ApeX Omni did not say whether orders or positions are open in your account there. Try again later, or delete the ApeX Omni key first.',
        )
      throw error
    }
  },
  /** Live orders only the key can cancel, including those ApeX may have but does not list yet. */
  known: async (tx, userId) => {
    const account = await keys.accountOf(tx, userId)
    const open = account === undefined ? 0 : await liveOrderRepository(tx).countOnBook(userId, account)
    return open === 0
      ? undefined
      : held(
          'apex_orders_open',
          `${open === 1 ? '1 live order' : `${open} live orders`} may still be open at ApeX Omni. Cancel in Trade first. To leave them open there, delete the ApeX Omni key first.`,
        )
  },
})

async function openAtApex(account: ApexAccount): Promise<string> {
  const [waiting, whole] = await account.ask((client) => Promise.all([client.openOrders(), client.account()]))
  const { orders, positions } = readState({ orders: waiting, fills: [], positions: whole.positions })
  const kinds = [
    orders.length > 0 && (orders.length === 1 ? '1 open order' : `${orders.length} open orders`),
    positions.length > 0 && (positions.length === 1 ? '1 open position' : `${positions.length} open positions`),
  ]
  return kinds.filter((kind) => kind !== false).join(' and ')
}

/** No response, rejected, paused, or the key cannot be opened: open orders are unknown. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ApexRefusal || error instanceof UpstreamError || error instanceof AppError
