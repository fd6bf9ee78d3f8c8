import { type PointerEvent, useEffect, useRef } from 'react'
import { touchAction, type WallAction, wallActionOf } from './wall-keys.ts'

type Do = (action: WallAction) => void
type TouchHandlers = {
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onPointerUp: (event: PointerEvent) => void
  readonly onPointerCancel: () => void
}

/** Hears the keys of the wallboard; gives the handlers of touch for what is not a control. */
export function useWallInput(act: Do): TouchHandlers {
  const newest = useRef(act)
  newest.current = act
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A dialog has the keys to itself, wherever the focus went in it.
      const action = document.querySelector('dialog[open]') === null ? wallActionOf(event) : null
      if (action === null) return
      // So that the same key is no shortcut of the shell, and Space does not scroll.
      event.preventDefault()
      newest.current(action)
    }
    // Before the shell's own shortcuts, which stand on the document.
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
  return useTouch(newest)
}

function useTouch(act: { readonly current: Do }): TouchHandlers {
  const began = useRef<{ readonly id: number; readonly x: number; readonly y: number; readonly at: number } | null>(null)
  return {
    onPointerDown: ({ pointerType, isPrimary, pointerId, clientX, clientY, timeStamp, target }) => {
      const isControl = target instanceof Element && target.closest('button, a, dialog') !== null
      began.current = pointerType === 'mouse' || !isPrimary || isControl ? null : { id: pointerId, x: clientX, y: clientY, at: timeStamp }
    },
    onPointerUp: ({ pointerId, clientX, clientY, timeStamp }) => {
      const from = began.current
      began.current = null
      if (from?.id !== pointerId) return
      const action = touchAction({ dx: clientX - from.x, dy: clientY - from.y, ms: timeStamp - from.at })
      if (action !== null) act.current(action)
    },
    onPointerCancel: () => {
      began.current = null
    },
  }
}
