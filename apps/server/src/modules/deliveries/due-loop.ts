type Options = {
  readonly look: () => Promise<unknown>
  /** From the end of one look to the begin of the next. */
  readonly everyMs: number
  readonly onError: (error: unknown) => void
}

/** Looks again and again, one look at a time; a hint makes the next one begin at once. It does not keep the process alive. */
export function dueLoop({ look, everyMs, onError }: Options) {
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isStarted = false
  let isHinted = false

  const schedule = (ms: number): void => {
    clearTimeout(timer)
    if (!isStarted) return
    timer = setTimeout(begin, ms)
    timer.unref()
  }
  const begin = (): void => {
    isHinted = looking !== undefined
    if (looking !== undefined) return
    looking = look()
      .then(() => undefined)
      .catch(onError)
      .finally(() => {
        looking = undefined
        schedule(isHinted ? 0 : everyMs)
      })
  }
  return {
    start: (): void => {
      isStarted = true
      begin()
    },
    /** There may be something due. Does nothing where the loop is not started. */
    hint: (): void => {
      if (isStarted) begin()
    },
    /** Resolves when no look is under way. @throws never */
    stop: async (): Promise<void> => {
      isStarted = false
      clearTimeout(timer)
      await looking
    },
  }
}
