import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

type Drag = { readonly from: number; readonly to: number }

/** Reorders rows (marked `data-row`) by dragging their handle or Alt+arrow. @param onMove moves the row at `from` to `to` */
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
    // Uses the drop position: the last moves may not be rendered yet.
    onPointerUp: ({ clientY }: PointerEvent<HTMLElement>) => {
      const to = placeAt(rows(), clientY)
      if (drag !== null && to !== drag.from) onMove(drag.from, to)
      setDrag(null)
    },
    onPointerCancel: () => setDrag(null),
  })
  const row = (index: number) => ({
    'data-row': '',
    'data-dragged': drag?.from === index || undefined,
    'data-drop': drag === null || drag.to !== index || drag.from === index ? undefined : drag.to > drag.from ? 'after' : 'before',
  })
  /** @returns whether the key was a move */
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

function placeAt(rows: readonly HTMLElement[], y: number): number {
  const distances = rows.map((row) => {
    const { top, height } = row.getBoundingClientRect()
    return Math.abs(top + height / 2 - y)
  })
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}

/** Moves or inserts `key` before `before`, or to the end if that is null or missing. Idempotent. */
export function placed<T>(items: readonly T[], key: T, before: T | null): T[] {
  const others = items.filter((item) => item !== key)
  const at = before === null ? -1 : others.indexOf(before)
  return at === -1 ? [...others, key] : [...others.slice(0, at), key, ...others.slice(at)]
}

/** Key that follows the row after a move: stays valid if the list changes meanwhile. */
export function neighbourAfter<T>(items: readonly T[], from: number, to: number): T | null {
  const others = items.filter((_, index) => index !== from)
  return others[to] ?? null
}
