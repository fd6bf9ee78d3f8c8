/** How long a window keeps others from telling the same again. */
const HELD_MS = 10_000
/** What a window without the focus leaves to the one that has it. */
const BEHIND_MS = 200

/** As much of the browser's `LockManager` as is used. */
export type TellingLocks = {
  readonly request: (
    name: string,
    options: { readonly ifAvailable: true },
    work: (lock: object | null) => Promise<void>,
  ) => Promise<unknown>
}

/** Where this window stands, and the locks that all windows of the browser share; none in browsers that have none here. */
export type TellingWindow = {
  readonly isVisible: () => boolean
  readonly hasFocus: () => boolean
  readonly locks: TellingLocks | null | undefined
  readonly wait: (ms: number) => Promise<void>
}

/** This window. */
export const THIS_WINDOW: TellingWindow = {
  isVisible: () => document.visibilityState === 'visible',
  hasFocus: () => document.hasFocus(),
  locks: navigator.locks,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/**
 * Does `tell` in one window of this browser alone: in the one with the focus, else in one that can be seen. A hidden window tells
 * nothing: the count of the bell is there when one comes back. Without locks only the window with the focus tells.
 *
 * @param key the same in all windows for the same event
 */
export async function tellOnce(key: string, tell: () => void, here: TellingWindow = THIS_WINDOW): Promise<void> {
  if (!here.isVisible()) return
  if (!here.hasFocus()) await here.wait(BEHIND_MS)
  if (!here.locks) {
    if (here.hasFocus()) tell()
    return
  }
  await here.locks.request(`aerie.alert ${key}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    tell()
    await here.wait(HELD_MS)
  })
}
