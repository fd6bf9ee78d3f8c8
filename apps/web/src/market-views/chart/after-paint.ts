import { isMirroring, useMirror } from '../../mirror/mirror-store.ts'

/**
 * Once the next frame is painted: a press or a fill shows before the chart is made or drawn again, which lays the page out at once. Mirror
 * windows have one thread together, and each its own frames: there it is the frame after, when all of them have painted the press.
 *
 * @returns how to call it off
 */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = (): void => {
    timer = setTimeout(work)
  }
  let frame = requestAnimationFrame(() => {
    if (isMirroring(useMirror.getState())) frame = requestAnimationFrame(soon)
    else soon()
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
