import { timer } from '@aerie/runtime/ticker'
import { create } from 'zustand'
import { useMirror } from '../../../platform/mirror/mirror-store.ts'
import { useTradingState } from '../account/trading-state.ts'

/** Idle time after which quick orders are disarmed. */
export const IDLE_MS = 5 * 60_000

/** Why one-click and one-key orders were disarmed. */
export type Disarmed = 'user' | 'idle' | 'follows' | 'account' | 'left'

type Armed = { readonly isArmed: boolean; readonly why: Disarmed | null }

/** Whether a single click or key sends an order in this window. Off by default; disarms automatically. */
export const useArmed = create<Armed>(() => ({ isArmed: false, why: null }))

const idle = timer()
/** Of the subscriptions that disarm. */
const stops: (() => void)[] = []

export function arm(): void {
  if (useArmed.getState().isArmed || useMirror.getState().state?.role === 'follower') return
  const account = useTradingState.getState().view?.account.id
  if (account === undefined) return
  useArmed.setState({ isArmed: true, why: null })
  stops.push(
    useMirror.subscribe(({ state }) => state?.role === 'follower' && disarm('follows')),
    // Another account is another source or a reset, for which the user did not arm.
    useTradingState.subscribe(({ view }) => view?.account.id !== account && disarm('account')),
  )
  touchArmed()
}

export function touchArmed(): void {
  if (!useArmed.getState().isArmed) return
  idle.start(IDLE_MS, () => disarm('idle'))
}

export function disarm(why: Disarmed): void {
  idle.stop()
  for (const stop of stops.splice(0)) stop()
  if (useArmed.getState().isArmed) useArmed.setState({ isArmed: false, why })
}
