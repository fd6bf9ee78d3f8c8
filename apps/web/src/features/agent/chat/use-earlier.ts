import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Nearer to the beginning than this, the reader wants what comes before it. */
const NEAR_TOP_PX = 200

type Earlier = {
  /** The oldest message that is there. */
  readonly first: string | null
  /** The reader is scrolling up and near the beginning. */
  readonly onTop: () => void
}

/** Asks for older messages as the reader comes near the beginning of `area`, and keeps in place what the reader looks at. */
export function useEarlier(area: RefObject<HTMLElement | null>, { first, onTop }: Earlier): void {
  const reach = useRef(onTop)
  const end = useRef({ first, fromEnd: 0 })
  useEffect(() => {
    reach.current = onTop
  })
  useEffect(() => {
    const log = area.current
    if (log === null) return
    let top = log.scrollTop
    const look = (): void => {
      end.current.fromEnd = log.scrollHeight - log.scrollTop
      if (log.scrollTop < top && log.scrollTop < NEAR_TOP_PX) reach.current()
      top = log.scrollTop
    }
    log.addEventListener('scroll', look, { passive: true })
    return () => log.removeEventListener('scroll', look)
  }, [area])
  useLayoutEffect(() => {
    const log = area.current
    if (log === null || first === end.current.first) return
    // What came above pushes down what is read: the distance to the end stays.
    if (end.current.first !== null && end.current.fromEnd > 0) log.scrollTo({ top: log.scrollHeight - end.current.fromEnd })
    end.current.first = first
  }, [area, first])
}
