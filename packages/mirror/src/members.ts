import type { MirrorWindow } from '@aerie/wire/workspace/mirror'
import { isAborted, type Locks, windowLock } from './election.ts'

/** An open window; `from` identifies it until reload. */
export type Member = MirrorWindow & { readonly from: string }

type MembersOptions = {
  readonly locks: Locks
  readonly from: string
  readonly onChange: () => void
  readonly onGone: (from: string) => void
  readonly onError: (error: unknown) => void
}

/** Open windows other than this one. */
export type Members = {
  /** Resolves once this window holds its own lock, so that others can detect its end. */
  readonly ready: Promise<void>
  readonly list: () => readonly Member[]
  readonly set: (from: string, window: MirrorWindow) => void
  readonly remove: (from: string) => void
  readonly close: () => void
}

/** Tracks open windows without polling: each holds a lock that the others wait for. A crashed renderer releases its locks too. */
export function members({ locks, from: own, onChange, onGone, onError }: MembersOptions): Members {
  const known = new Map<string, { readonly window: MirrorWindow; readonly watch: AbortController }>()
  const end = new AbortController()
  const report = (error: unknown): void => {
    if (!isAborted(error)) onError(error)
  }
  const ready = new Promise<void>((resolveReady) => {
    const live = (): Promise<void> => {
      resolveReady()
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
    set: (from, window) => {
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
