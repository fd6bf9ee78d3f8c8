import { type RefObject, useLayoutEffect, useState } from 'react'

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

type TileLabel = { readonly px: number; readonly lines: 0 | 1 | 2 | 3 }

type Room = { readonly width: number; readonly height: number }
/** Pixels: size readable from a distance, and the smallest legible size. */
export type TypeSizes = { readonly readPx: number; readonly notePx: number }

/** Maximum width of Inter's capitals and digits, in em; the longest change is `+123.45%`. */
const CAPITAL_EM = 0.74
const CHANGE_EM = 8 * 0.64
const PRICE_EM = 11 * 0.64
const LINE_EM = 1.2
const PADDING_EM = 0.3
const HEADLINE = 1.7

/** Largest label that fits; drops lines before shrinking below the readable size; none if the symbol would be illegible. */
export function tileLabel(symbol: string, { width, height }: Room, { readPx, notePx }: TypeSizes): TileLabel {
  const fits = (px: number, lines: 1 | 2 | 3): boolean => {
    const em = Math.max(symbol.length * CAPITAL_EM, lines > 1 ? CHANGE_EM : 0, lines > 2 ? PRICE_EM : 0)
    return width >= (em + 2 * PADDING_EM) * px && height >= (lines * LINE_EM + PADDING_EM) * px
  }
  const sizes = [readPx * HEADLINE, readPx, notePx]
  for (const lines of [3, 2, 1] as const) {
    const px = sizes.find((size) => (lines < 3 || size >= readPx) && fits(size, lines))
    if (px !== undefined) return { px, lines }
  }
  return { px: notePx, lines: 0 }
}
