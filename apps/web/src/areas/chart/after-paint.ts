import { isMirroring, useMirror } from '../../platform/mirror/mirror-store.ts'

/** Runs after the next paint, so that a click shows first. Mirror windows share a thread but not frames: there it waits one more frame. */
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
