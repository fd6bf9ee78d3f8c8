import { readStored, removeStored, writeStored } from '../lib/storage/storage.ts'
import { publishLayout } from '../mirror/layout-link.ts'
import { useMirror } from '../mirror/mirror-store.ts'
import type { Workspace } from './workspace.ts'

const keyOf = (name: string): string => `aerie.own-layout ${name}`

/**
 * Remembers over a reload that a mirror window went an own way with its layout, so that it comes back as it was left.
 *
 * @param name of the window's working copy; the main window leads or follows, and remembers nothing
 */
export function ownPlacement(workspace: Workspace, { name, mainName }: { readonly name: string; readonly mainName: string }) {
  const { detached } = useMirror.getState()
  // A window that is on its own way already hears nothing until it rejoins.
  let isOpening = !detached.has('layout') && !detached.has('all')
  let stop = (): void => undefined
  return {
    /** The user placed something here. */
    chosen: (): void => {
      if (name !== mainName) writeStored(keyOf(name), 'yes')
    },
    /** Whether the leader's layout, just heard, is to be shown: not the first one in a window that goes its own way. */
    gives: (): boolean => {
      const isOwn = isOpening && readStored(keyOf(name)) !== null
      isOpening = false
      if (isOwn) stop = detachWhenThere(workspace)
      else removeStored(keyOf(name))
      return !isOwn
    },
    /** The workspace is closed. */
    close: (): void => stop(),
  }
}

/** Tells the mirror of this window's own layout, as the user's choice, once it is there and this window follows. @returns how to stop */
function detachWhenThere({ store, savedAs }: Workspace): () => void {
  const stops: (() => void)[] = []
  const stop = (): void => {
    for (const each of stops.splice(0)) each()
  }
  const look = (): void => {
    const { layout } = store.getState()
    if (stops.length === 0 || layout === null || useMirror.getState().state?.role !== 'follower') return
    stop()
    publishLayout(layout, 'changed', savedAs)
  }
  stops.push(store.subscribe(look), useMirror.subscribe(look))
  // Not in the middle of what the mirror is telling.
  queueMicrotask(look)
  return stop
}
