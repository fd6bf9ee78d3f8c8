/** Runs work once per frame; of each key only the last entry. */
export type FrameQueue = { readonly set: (key: string, work: () => void) => void; readonly clear: () => void }

export function frameQueue(): FrameQueue {
  const waiting = new Map<string, () => void>()
  let frame = 0
  const run = (): void => {
    frame = 0
    const due = [...waiting.values()]
    waiting.clear()
    for (const work of due) work()
  }
  return {
    set: (key, work) => {
      waiting.set(key, work)
      frame ||= requestAnimationFrame(run)
    },
    clear: () => {
      cancelAnimationFrame(frame)
      frame = 0
      waiting.clear()
    },
  }
}
