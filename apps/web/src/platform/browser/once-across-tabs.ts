import type { Locks } from '@aerie/mirror/election'
import { webLocks } from './web-locks.ts'

/** How long a tab holds the lock, so that others skip the same event. */
const HELD_MS = 10_000
/** Delay for tabs without focus, so that the focused tab goes first. */
const BEHIND_MS = 200

export type TabContext = {
  readonly isVisible: () => boolean
  readonly hasFocus: () => boolean
  readonly locks: Locks | undefined
  readonly wait: (ms: number) => Promise<void>
}

export const CURRENT_TAB: TabContext = {
  isVisible: () => document.visibilityState === 'visible',
  hasFocus: () => document.hasFocus(),
  locks: webLocks(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/** Runs `work` in one tab: the focused one, else a visible one, never a hidden one. Without Web Locks, only in the focused tab. */
export async function onceAcrossTabs(key: string, work: () => void, tab: TabContext = CURRENT_TAB): Promise<void> {
  if (!tab.isVisible()) return
  if (!tab.hasFocus()) await tab.wait(BEHIND_MS)
  if (tab.locks === undefined) {
    if (tab.hasFocus()) work()
    return
  }
  await tab.locks.request(`aerie.once ${key}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    work()
    await tab.wait(HELD_MS)
  })
}
