import { type RefObject, useLayoutEffect, useState } from 'react'
import type { TypeSizes } from './map/tile-label.ts'

export type Box = TypeSizes & { readonly width: number; readonly height: number }

/** Size of the element and the wallboard's font size; null until measured. */
export function useBox(ref: RefObject<HTMLElement | null>): Box | null {
  const [box, setBox] = useState<Box | null>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const observer = new ResizeObserver(() => setBox(boxOf(element)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return box
}

function boxOf(element: HTMLElement): Box {
  const { clientWidth: width, clientHeight: height } = element
  const style = getComputedStyle(element)
  const px = (property: string): number => Number.parseFloat(style.getPropertyValue(property))
  return { width, height, readPx: px('--wall-read'), notePx: px('--wall-note') }
}
