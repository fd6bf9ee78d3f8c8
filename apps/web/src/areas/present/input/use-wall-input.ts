import { type PointerEvent, type RefCallback, useLayoutEffect, useRef } from 'react'
import { touchAction, type WallAction, wallActionOf } from './wall-keys.ts'

type WallActionHandler = (action: WallAction) => void
type TouchHandlers = {
  readonly ref: RefCallback<HTMLElement>
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onPointerUp: (event: PointerEvent) => void
  readonly onPointerCancel: () => void
}

export function useWallInput(act: WallActionHandler): TouchHandlers {
  const newest = useRef(act)
  newest.current = act
  // Layout effect: keys work from the first frame.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // An open dialog gets all keys, regardless of focus.
      const action = document.querySelector('dialog[open]') === null ? wallActionOf(event) : null
      if (action === null) return
      // Suppresses shell shortcuts and scrolling by Space.
      event.preventDefault()
      newest.current(action)
    }
    // Capture phase: runs before the shell's shortcuts on the document.
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
  return useTouch(newest)
}

function useTouch(act: { readonly current: WallActionHandler }): TouchHandlers {
  const began = useRef<{ readonly id: number; readonly x: number; readonly y: number; readonly at: number } | null>(null)
  return {
    ref: takeTouches,
    onPointerDown: ({ pointerType, isPrimary, pointerId, clientX, clientY, timeStamp, target }) => {
      began.current =
        pointerType === 'mouse' || !isPrimary || isControl(target) ? null : { id: pointerId, x: clientX, y: clientY, at: timeStamp }
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

const isWithin = (target: EventTarget | null, selector: string): boolean => target instanceof Element && target.closest(selector) !== null
const isControl = (target: EventTarget | null): boolean => isWithin(target, 'button, a, dialog')

/**
 * Prevents native scrolling on scenes: browsers treat a swipe as a fling even where nothing scrolls, and use the next tap (for about a
 * second) to stop it, so it fires no click. In scrollable lists, only horizontal moves are prevented.
 */
function takeTouches(wall: HTMLElement | null): (() => void) | undefined {
  if (wall === null) return undefined
  let began: Touch | undefined
  const onStart = (event: TouchEvent) => {
    began = event.touches[0]
    if (isWithin(event.target, '.wall-scene') && !isWithin(event.target, '.wall-movers') && !isControl(event.target)) event.preventDefault()
  }
  const onMove = (event: TouchEvent) => {
    const now = event.touches[0]
    if (began === undefined || now === undefined || !event.cancelable || !isWithin(event.target, '.wall-movers')) return
    if (Math.abs(now.clientX - began.clientX) > Math.abs(now.clientY - began.clientY)) event.preventDefault()
  }
  // React's touch listeners are passive.
  wall.addEventListener('touchstart', onStart, { passive: false })
  wall.addEventListener('touchmove', onMove, { passive: false })
  return () => {
    wall.removeEventListener('touchstart', onStart)
    wall.removeEventListener('touchmove', onMove)
  }
}
