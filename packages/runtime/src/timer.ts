/** A timer with at most one pending run. */
export type Timer = {
  /** Runs `work` after `ms`, instead of the pending run. */
  readonly start: (ms: number, work: () => void) => void
  readonly stop: () => void
}

/** Creates a timer that can be restarted and stopped. */
export function timer(): Timer {
  let pending: ReturnType<typeof setTimeout> | undefined
  return {
    start: (ms, work) => {
      clearTimeout(pending)
      pending = setTimeout(work, ms)
    },
    stop: () => clearTimeout(pending),
  }
}
