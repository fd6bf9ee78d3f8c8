import { create } from 'zustand'
import { userLeft } from '../../../platform/api/query-client-users.ts'
import type { AccountView } from './account-view.ts'

export type TradingState = {
  /** Kept during a refetch, and for a while after the last subscriber. */
  readonly view: AccountView | null
  readonly isOld: boolean
  readonly isReading: boolean
  /** Why the last read failed; null otherwise, and while the server is away or starting. */
  readonly error: Error | null
}

export const NOTHING: TradingState = { view: null, isOld: false, isReading: false, error: null }

/** Changed only by trading-store.ts. Separate from it, so that reading the account does not load the code that follows it. */
export const useTradingState = create<TradingState>(() => NOTHING)
userLeft.subscribe(() => useTradingState.setState(NOTHING))
