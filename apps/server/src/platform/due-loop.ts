type Options = {
  readonly look: () => Promise<unknown>
  readonly everyMs: number
  readonly onError: (error: unknown) => void
}

/** Polls sequentially; a hint triggers the next run at once. Does not keep the process alive. */
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
    hint: (): void => {
      if (isStarted) begin()
    },
    stop: async (): Promise<void> => {
      isStarted = false
      clearTimeout(timer)
      await looking
    },
  }
}
