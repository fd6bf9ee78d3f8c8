import { PRESENT_SCENES, type PresentScene } from '@aerie/wire/market/present'
import { type PointerEvent, type RefCallback, useLayoutEffect, useRef } from 'react'

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

export type WallAction =
  | { readonly kind: 'hold' | 'next' | 'back' | 'leave' | 'fullscreen' | 'settings' }
  | { readonly kind: 'scene'; readonly scene: PresentScene }

const KEYS: Readonly<Record<string, WallAction>> = {
  ' ': { kind: 'hold' },
  ArrowRight: { kind: 'next' },
  ArrowLeft: { kind: 'back' },
  Escape: { kind: 'leave' },
  f: { kind: 'fullscreen' },
  s: { kind: 'settings' },
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'defaultPrevented' | 'target'>

export function wallActionOf(press: Press): WallAction | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.shiftKey || press.defaultPrevented) return null
  const action = actionOfKey(press.key)
  if (action === null || isTakenBy(press.target, action)) return null
  // Key repeat may skip, but must not toggle hold.
  return press.repeat && action.kind !== 'next' && action.kind !== 'back' ? null : action
}

function actionOfKey(key: string): WallAction | null {
  const scene = PRESENT_SCENES[Number(key) - 1]
  if (scene !== undefined) return { kind: 'scene', scene }
  return KEYS[key.length === 1 ? key.toLowerCase() : key] ?? null
}

function isTakenBy(target: EventTarget | null, { kind }: WallAction): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('dialog[open], input, select, textarea, [contenteditable]') !== null) return true
  if (kind === 'hold') return target.closest('button, a') !== null
  // The chart's crosshair uses the arrow keys, and Escape removes it first.
  return target.closest('[role=application]') !== null && kind !== 'scene' && kind !== 'fullscreen' && kind !== 'settings'
}

/** Minimum horizontal distance of a swipe, px; it must exceed the vertical one. Less in both directions is a tap. */
const SWIPE_PX = 60
const TAP_PX = 12
const TAP_MS = 600

export function touchAction({ dx, dy, ms }: { readonly dx: number; readonly dy: number; readonly ms: number }): WallAction | null {
  if (Math.abs(dx) >= SWIPE_PX && Math.abs(dx) > 1.5 * Math.abs(dy)) return { kind: dx < 0 ? 'next' : 'back' }
  return Math.hypot(dx, dy) <= TAP_PX && ms <= TAP_MS ? { kind: 'hold' } : null
}
