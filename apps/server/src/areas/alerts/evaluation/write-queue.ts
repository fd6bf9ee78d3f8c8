import { setTimeout as sleep } from 'node:timers/promises'
import { backoff } from '@aerie/runtime/backoff'
import { DutyLost } from '../../../platform/duties/duty.ts'

type Options = { readonly onTrouble: (error: unknown) => void; readonly onFenced: () => void }

/** With more pending writes, memory is discarded and reloaded from storage. */
const MOST_WAITING = 20_000
const RETRY = { baseMs: 100, capMs: 5_000 }

/** Sequential writes; a failed one is retried before the next, so storage always reflects a consistent past state. */
export function writeQueue({ onTrouble, onFenced }: Options) {
  const waiting: (() => Promise<void>)[] = []
  const over = new AbortController()
  let running: Promise<void> | undefined

  async function runAll(): Promise<void> {
    for (let work = waiting[0]; work !== undefined && !over.signal.aborted; work = waiting[0]) {
      await untilDone(work)
      waiting.shift()
    }
    running = undefined
  }

  async function untilDone(work: () => Promise<void>): Promise<void> {
    const retry = backoff(RETRY)
    while (!over.signal.aborted) {
      try {
        return await work()
      } catch (error) {
        if (error instanceof DutyLost) return end(onFenced)
        onTrouble(error)
        await sleep(retry.nextMs(), undefined, { signal: over.signal, ref: false }).catch(() => undefined)
      }
    }
  }

  function end(onEnded: () => void): void {
    if (over.signal.aborted) return
    over.abort()
    onEnded()
  }

  return {
    push: (work: () => Promise<void>): void => {
      if (waiting.length >= MOST_WAITING) end(onFenced)
      if (over.signal.aborted) return
      waiting.push(work)
      // Not at once: what the same event adds can still be written together.
      running ??= Promise.resolve().then(runAll)
    },
    waiting: () => waiting.length,
    idle: async (): Promise<void> => {
      while (running !== undefined) await running
    },
    close: () => over.abort(),
  }
}
