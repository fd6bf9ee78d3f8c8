import type { MirrorWindow } from '@aerie/wire/workspace/mirror'
import { isAborted, type Locks, windowLock } from './locks.ts'

/** A window that is open, by the name it has since it was loaded. */
export type Member = MirrorWindow & { readonly from: string }

type MembersOptions = {
  readonly locks: Locks
  /** This window's own name. */
  readonly from: string
  readonly onChange: () => void
  /** A window has gone without a word: closed, crashed or left. */
  readonly onGone: (from: string) => void
  readonly onError: (error: unknown) => void
}

/** Which other windows are open. */
export type Members = {
  /** This window holds its own lock: from now on the others can know that it lives. */
  readonly ready: Promise<void>
  readonly list: () => readonly Member[]
  readonly put: (from: string, window: MirrorWindow) => void
  readonly remove: (from: string) => void
  readonly close: () => void
}

/**
 * Knows which windows are open without asking them again and again: each holds a lock as long as it lives, and the others wait for
 * it. Also a renderer that crashes gives its locks back.
 */
export function members({ locks, from: own, onChange, onGone, onError }: MembersOptions): Members {
  const known = new Map<string, { readonly window: MirrorWindow; readonly watch: AbortController }>()
  const end = new AbortController()
  const report = (error: unknown): void => {
    if (!isAborted(error)) onError(error)
  }
  const ready = new Promise<void>((tellReady) => {
    const live = (): Promise<void> => {
      tellReady()
      return new Promise((resolve) => end.signal.addEventListener('abort', () => resolve()))
    }
    locks.request(windowLock(own), { signal: end.signal }, live).catch(report)
  })

  const remove = (from: string): void => {
    const member = known.get(from)
    if (member === undefined) return
    known.delete(from)
    member.watch.abort()
    onChange()
  }
  const watch = (from: string, { signal }: AbortController): void => {
    const gone = (): void => {
      if (signal.aborted) return
      remove(from)
      onGone(from)
    }
    locks.request(windowLock(from), { mode: 'shared', signal }, gone).catch(report)
  }
  return {
    ready,
    list: () => [...known].map(([from, { window }]) => ({ ...window, from })),
    put: (from, window) => {
      const before = known.get(from)
      const watching = before?.watch ?? new AbortController()
      known.set(from, { window, watch: watching })
      if (before === undefined) watch(from, watching)
      onChange()
    },
    remove,
    close: () => {
      end.abort()
      for (const { watch: watching } of known.values()) watching.abort()
      known.clear()
    },
  }
}
