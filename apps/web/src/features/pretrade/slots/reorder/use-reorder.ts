import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

type Drag = { readonly from: number; readonly to: number }

/**
 * Rows that change places: by their handle with a pointer, and by Alt with an arrow from the keyboard. Each row has
 * `data-row`.
 *
 * @param onMove puts the row `from` at the place `to`
 */
export function useReorder<T extends HTMLElement>(onMove: (from: number, to: number) => void) {
  const list = useRef<T>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const handle = (index: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ from: index, to: index })
    },
    onPointerMove: ({ clientY }: PointerEvent<HTMLElement>) => drag !== null && setDrag({ ...drag, to: placeAt(rows(), clientY) }),
    // Where it is let go: of the last moves before it nothing may be rendered yet.
    onPointerUp: ({ clientY }: PointerEvent<HTMLElement>) => {
      const to = placeAt(rows(), clientY)
      if (drag !== null && to !== drag.from) onMove(drag.from, to)
      setDrag(null)
    },
    onPointerCancel: () => setDrag(null),
  })
  /** Says where a row stands while one is dragged. */
  const row = (index: number) => ({
    'data-row': '',
    'data-dragged': drag?.from === index || undefined,
    'data-drop': drag === null || drag.to !== index || drag.from === index ? undefined : drag.to > drag.from ? 'after' : 'before',
  })
  /** Moves by a key. @returns whether the key meant a move */
  const moveByKey = (event: KeyboardEvent<HTMLElement>, index: number): boolean => {
    const step = event.altKey ? STEPS[event.key] : undefined
    if (step === undefined) return false
    event.preventDefault()
    event.stopPropagation()
    const to = index + step
    if (to >= 0 && to < rows().length) onMove(index, to)
    return true
  }
  return { list, handle, row, moveByKey, isDragging: drag !== null }
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** The row whose middle is nearest to a height on the screen. */
function placeAt(rows: readonly HTMLElement[], y: number): number {
  const distances = rows.map((row) => {
    const { top, height } = row.getBoundingClientRect()
    return Math.abs(top + height / 2 - y)
  })
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}
