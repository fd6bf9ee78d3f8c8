import { PRESENT_SCENES, type PresentScene } from '@aerie/wire/market/present'

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
export const SWIPE_PX = 60
export const TAP_PX = 12
const TAP_MS = 600

export function touchAction({ dx, dy, ms }: { readonly dx: number; readonly dy: number; readonly ms: number }): WallAction | null {
  if (Math.abs(dx) >= SWIPE_PX && Math.abs(dx) > 1.5 * Math.abs(dy)) return { kind: dx < 0 ? 'next' : 'back' }
  return Math.hypot(dx, dy) <= TAP_PX && ms <= TAP_MS ? { kind: 'hold' } : null
}
