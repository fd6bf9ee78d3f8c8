/** How long a tab keeps others from doing the same again. */
const HELD_MS = 10_000
/** What a tab without the focus leaves to the one that has it. */
const BEHIND_MS = 200

/** As much of the browser's `LockManager` as is used. */
export type TabLocks = {
  readonly request: (
    name: string,
    options: { readonly ifAvailable: true },
    work: (lock: object | null) => Promise<void>,
  ) => Promise<unknown>
}

/** What a tab knows of itself, and the locks that all tabs of the browser share; none in browsers that have none here. */
export type TabContext = {
  readonly isVisible: () => boolean
  readonly hasFocus: () => boolean
  readonly locks: TabLocks | null | undefined
  readonly wait: (ms: number) => Promise<void>
}

/** The tab that this code runs in. */
export const CURRENT_TAB: TabContext = {
  isVisible: () => document.visibilityState === 'visible',
  hasFocus: () => document.hasFocus(),
  locks: navigator.locks,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/**
 * Does `work` in one tab of this browser alone: in the one with the focus, else in one that can be seen, never in a hidden one. Without locks
 * only the tab with the focus does it.
 *
 * @param key the same in all tabs for the same event
 */
export async function onceAcrossTabs(key: string, work: () => void, tab: TabContext = CURRENT_TAB): Promise<void> {
  if (!tab.isVisible()) return
  if (!tab.hasFocus()) await tab.wait(BEHIND_MS)
  if (!tab.locks) {
    if (tab.hasFocus()) work()
    return
  }
  await tab.locks.request(`aerie.once ${key}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    work()
    await tab.wait(HELD_MS)
  })
}
