import { create } from 'zustand'
import { useMirror } from '../../mirror/mirror-store.ts'
import { useTradingState } from '../account/trading-store.ts'

/** Nothing done for so long takes the readiness away. */
export const IDLE_MS = 5 * 60_000

/** Why one click and single keys do nothing any more. */
export type Disarmed = 'user' | 'idle' | 'follows' | 'account' | 'left'

type Armed = { readonly isArmed: boolean; readonly why: Disarmed | null }

/** Whether one click or one key sends an order in this window. Off until the user says so, and off again by itself. */
export const useArmed = create<Armed>(() => ({ isArmed: false, why: null }))

let timer: ReturnType<typeof setTimeout> | undefined
let stop: (() => void) | undefined

/** Lets one click and one key send orders from now on. */
export function arm(): void {
  if (useArmed.getState().isArmed || useMirror.getState().state?.role === 'follower') return
  const account = useTradingState.getState().view?.account.id
  if (account === undefined) return
  useArmed.setState({ isArmed: true, why: null })
  const stops = [
    useMirror.subscribe(({ state }) => state?.role === 'follower' && disarm('follows')),
    // Another account is another source or a new beginning: nobody armed for that.
    useTradingState.subscribe(({ view }) => view?.account.id !== account && disarm('account')),
  ]
  stop = () => {
    for (const each of stops) each()
  }
  touchArmed()
}

/** Something was done: the idle time starts over. */
export function touchArmed(): void {
  if (!useArmed.getState().isArmed) return
  clearTimeout(timer)
  timer = setTimeout(() => disarm('idle'), IDLE_MS)
}

/** Takes the readiness away. */
export function disarm(why: Disarmed): void {
  clearTimeout(timer)
  stop?.()
  stop = undefined
  if (useArmed.getState().isArmed) useArmed.setState({ isArmed: false, why })
}
