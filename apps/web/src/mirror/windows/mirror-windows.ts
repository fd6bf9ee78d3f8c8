import type { MirrorNumber } from './is-mirror-window.ts'

/**
 * Opens /mirror in its own 1600x900 window, or brings that window to the front; `next` is the one that is not open yet. What
 * stands in the way is said. A browser still counts what is opened this shortly after a click as the user's wish.
 */
export const openMirror = (which: MirrorNumber | 'next'): void =>
  void import('./open-windows.ts').then((windows) => windows.openMirror(which), reportError)
