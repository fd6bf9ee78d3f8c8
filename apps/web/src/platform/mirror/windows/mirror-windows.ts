import type { MirrorNumber } from './is-mirror-window.ts'

/** `next` is the first that is not open. Loading the code on click still counts as user activation for the pop-up blocker. */
export const openMirror = (which: MirrorNumber | 'next'): void =>
  void import('./open-windows.ts').then((windows) => windows.openMirror(which), reportError)
