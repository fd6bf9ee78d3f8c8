import { useCallback, useState } from 'react'

export type Size = { readonly width: number; readonly height: number }

/** Size in CSS pixels and the ref that measures it; null until measured. */
export function useSize(): readonly [Size | null, (element: HTMLElement | null) => (() => void) | undefined] {
  const [size, setSize] = useState<Size | null>(null)
  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null) return
    const read = () => {
      const next = { width: element.clientWidth, height: element.clientHeight }
      if (next.width > 0 && next.height > 0) setSize((now) => (now?.width === next.width && now.height === next.height ? now : next))
    }
    const observer = new ResizeObserver(read)
    observer.observe(element)
    read()
    return () => observer.disconnect()
  }, [])
  return [size, measure]
}
