import { readStored, removeStored, writeStored } from '../../lib/storage.ts'
import { publishLayout } from '../../mirror/layout-link.ts'
import { useWorkspace } from './workspace-store.ts'

/** Longer than what the mirror takes for the echo of a layout that it brought. */
const AFTER_ECHO_MS = 600
const MOST_LOOKS = 20

const keyOf = (name: string): string => `aerie.own-layout ${name}`

/**
 * Remembers over a reload that a mirror window went an own way with its layout, so that it comes back as it was left.
 *
 * @param name of the window's working copy; the main window leads or follows, and remembers nothing
 */
export function ownPlacement(name: string, mainName: string) {
  let isOpening = true
  return {
    /** The user placed something here. */
    chosen: (): void => {
      if (name !== mainName) writeStored(keyOf(name), 'yes')
    },
    /** Whether the leader's layout, just heard, is to be shown: not the first one in a window that goes its own way. */
    gives: (): boolean => {
      const isOwn = isOpening && readStored(keyOf(name)) !== null
      isOpening = false
      if (isOwn) detachSoon(MOST_LOOKS)
      else removeStored(keyOf(name))
      return !isOwn
    },
  }
}

/** Tells the mirror once this window's own layout is there: what is told later than an echo counts as the user's choice. */
function detachSoon(looks: number): void {
  setTimeout(() => {
    const { layout } = useWorkspace.getState()
    if (layout !== null) publishLayout({ ...layout })
    else if (looks > 0) detachSoon(looks - 1)
  }, AFTER_ECHO_MS)
}
