import { SECOND_MS } from '@aerie/core/time'

type Options = {
  /** @returns ms until something is due, if known; 0 or less if more is due */
  readonly look: () => Promise<number | undefined>
  readonly onError: (error: unknown) => void
  /** Between a hint and the look. */
  readonly delayMs?: number
}

/** For what another process left, or a hint that never came. */
const REST_MS = 15 * SECOND_MS
const SOON_MS = SECOND_MS
/** A hint may come before its transaction has committed. */
const HINTED_MS = 5 * SECOND_MS

/**
 * Looks, one at a time, for work that is stored in the database: after a hint, when the next piece is due, and else every 15 s. Does not
 * keep the process alive.
 */
export function dueLoop({ look, onError, delayMs = 0 }: Options) {
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isStarted = false
  let isHinted = false
  let hintedAt = Number.NEGATIVE_INFINITY

  const schedule = (ms: number): void => {
    clearTimeout(timer)
    if (!isStarted) return
    timer = setTimeout(begin, ms)
    timer.unref()
  }
  const pauseMs = (dueMs: number): number => {
    if (isHinted) return delayMs
    const restMs = performance.now() - hintedAt < HINTED_MS ? SOON_MS : REST_MS
    return Math.min(restMs, Math.max(SOON_MS, dueMs))
  }
  const begin = (): void => {
    isHinted = false
    looking = look()
      .catch((error: unknown) => {
        onError(error)
        return 0
      })
      .then((dueMs = REST_MS) => {
        looking = undefined
        schedule(pauseMs(dueMs))
      })
  }
  return {
    start: (): void => {
      isStarted = true
      begin()
    },
    hint: (): void => {
      hintedAt = performance.now()
      isHinted = true
      if (looking === undefined) schedule(delayMs)
    },
    stop: async (): Promise<void> => {
      isStarted = false
      clearTimeout(timer)
      await looking
    },
  }
}
