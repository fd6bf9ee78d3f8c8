import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** The latest is shown this long after it came, and after a history was read. */
export const SCROLL_DELAY_MS = 100
export const SCROLL_DELAY_AFTER_HISTORY_MS = 300
/** Nearer to the end than this, the reader is at it. */
const NEAR_PX = 48

type ScrollContent = {
  /** Grows with everything that is said. */
  readonly size: number
  /** Grows with what the reader says, which always leads to the end. */
  readonly ownSize: number
  /** Whether the history is there. */
  readonly isRead: boolean
}
type ScrollState = {
  /** Something came below what the reader is looking at. */
  readonly hasNew: boolean
  readonly toLatest: () => void
}

/** Keeps the end of `area` in view for as long as the reader is there. */
export function useScrollToLatest(area: RefObject<HTMLElement | null>, { size, ownSize, isRead }: ScrollContent): ScrollState {
  const [hasNew, setNew] = useState(false)
  const isAtEnd = useRef(true)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const watched = useRef<Watched | null>(null)
  const toLatest = useCallback(() => {
    isAtEnd.current = true
    setNew(false)
    area.current?.scrollTo({ top: area.current.scrollHeight })
  }, [area])
  const scrollIn = useCallback(
    (delayMs: number) => {
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        watched.current?.look()
        if (isAtEnd.current) toLatest()
      }, delayMs)
    },
    [toLatest],
  )
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    watched.current = watch(area.current, {
      onScroll: (isEnd) => {
        isAtEnd.current = isEnd
        if (isEnd) setNew(false)
      },
      onGrowth: () => isAtEnd.current && scrollIn(SCROLL_DELAY_MS),
    })
    return () => watched.current?.stop()
  }, [area, scrollIn])
  useEffect(() => {
    if (!isRead) return
    isAtEnd.current = true
    scrollIn(SCROLL_DELAY_AFTER_HISTORY_MS)
  }, [isRead, scrollIn])
  useEffect(() => {
    if (ownSize === 0) return
    isAtEnd.current = true
    scrollIn(SCROLL_DELAY_MS)
  }, [ownSize, scrollIn])
  useEffect(() => {
    if (size === 0) return
    if (isAtEnd.current) scrollIn(SCROLL_DELAY_MS)
    else setNew(true)
  }, [size, scrollIn])
  return { hasNew, toLatest }
}

type Watcher = { readonly onScroll: (isAtEnd: boolean) => void; readonly onGrowth: () => void }
type Watched = {
  /** Sees where the reader is now; the browser tells of a scroll only with its next frame. */
  readonly look: () => void
  readonly stop: () => void
}

/** Follows where the reader is, and what grows by itself: a chart that is drawn, a text that is formatted. */
function watch(area: HTMLElement | null, { onScroll, onGrowth }: Watcher): Watched | null {
  const content = area?.firstElementChild
  if (area === null || !content) return null
  let top = area.scrollTop
  const look = () => {
    const isAtEnd = area.scrollHeight - area.scrollTop - area.clientHeight < NEAR_PX
    // Only going up is leaving the end: what grows below the reader scrolls nothing.
    if (isAtEnd || area.scrollTop < top) onScroll(isAtEnd)
    top = area.scrollTop
  }
  const observer = new ResizeObserver(onGrowth)
  observer.observe(content)
  area.addEventListener('scroll', look, { passive: true })
  return {
    look,
    stop: () => {
      observer.disconnect()
      area.removeEventListener('scroll', look)
    },
  }
}
