import { once } from '@aerie/runtime/once'
import { queryClient } from '../api/query-client.ts'
import { renewAfterChange } from '../session/session.ts'
import { openMessages } from './messages/messages-client.ts'
import { onNotice, onNoticesResumed } from './notices.ts'

const OF_WALLET = ['staking', 'tier', 'allowance'] as const
const OF_ENTITLEMENTS = ['tier', 'wallets', 'subscriptions'] as const

/** Follows `/messages`: refetches figures, and renews the token when entitlements change, without a new login. */
export function followOwnChanges(): void {
  openMessages()
  followNotices()
}

const followNotices = once((): void => {
  onNotice(({ kind }) => {
    // Others are handled by the components that show them; a trading account sends several a second.
    if (kind !== 'wallet' && kind !== 'entitlements') return
    refetchQueries(kind === 'wallet' ? OF_WALLET : OF_ENTITLEMENTS)
    if (kind === 'entitlements') void renewAfterChange()
  })
  let isFirst = true
  onNoticesResumed(() => {
    // The server keeps nothing for a lost connection: refetches instead. It reports an outdated token itself.
    if (!isFirst) refetchQueries([...OF_WALLET, ...OF_ENTITLEMENTS])
    isFirst = false
  })
})

export const refetchQueries = (names: readonly string[]): void => {
  for (const name of names)
    queryClient.invalidateQueries({ queryKey: [name] }).catch((error: unknown) => console.warn(`${name} could not be updated.`, error))
}
