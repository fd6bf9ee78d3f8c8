import { queryClient } from '../lib/http/query-client.ts'
import { renewAfterChange } from '../session/session.ts'
import { openMessages } from './messages/messages-client.ts'
import { onNotice, onNoticesResumed } from './notices.ts'

/** What is read again when a wallet's balance or stake has changed, and when what the user may do has changed. */
const OF_WALLET = ['staking', 'tier', 'allowance'] as const
const OF_ENTITLEMENTS = ['tier', 'wallets', 'subscriptions'] as const

let isFollowing = false

/**
 * Hears on `/messages` of what is the user's own, from the first screen on that needs it and then for as long as the page
 * is open: figures are read again, and a new token says what the user may do now, without a new login.
 */
export function followOwnChanges(): void {
  openMessages()
  if (isFollowing) return
  isFollowing = true
  onNotice(({ kind }) => {
    // The others are heard by whoever shows them; of a trading account there are several a second.
    if (kind !== 'wallet' && kind !== 'entitlements') return
    refetchQueries(kind === 'wallet' ? OF_WALLET : OF_ENTITLEMENTS)
    if (kind === 'entitlements') void renewAfterChange()
  })
  let isFirst = true
  onNoticesResumed(() => {
    // Nothing is kept for a connection that was away: what it has missed is read. The server tells an outdated token by itself.
    if (!isFirst) refetchQueries([...OF_WALLET, ...OF_ENTITLEMENTS])
    isFirst = false
  })
}

/** Marks everything under these names as old, so that what is on the screen is read again. */
export const refetchQueries = (names: readonly string[]): void => {
  for (const name of names)
    queryClient.invalidateQueries({ queryKey: [name] }).catch((error: unknown) => console.warn(`${name} could not be updated.`, error))
}
