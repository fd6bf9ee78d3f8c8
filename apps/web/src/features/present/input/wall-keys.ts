import { PRESENT_SCENES, type PresentScene } from '@aerie/wire/market/present'

/** What one can do with the wallboard besides looking at it. */
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

/** What a key press asks of the wallboard; null where it belongs to something else: a button, a field, the chart. */
export function wallActionOf(press: Press): WallAction | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.shiftKey || press.defaultPrevented) return null
  const action = actionOfKey(press.key)
  if (action === null || isTakenBy(press.target, action)) return null
  // A key held down skips on; it does not hold and resume in turns.
  return press.repeat && action.kind !== 'next' && action.kind !== 'back' ? null : action
}

function actionOfKey(key: string): WallAction | null {
  const scene = PRESENT_SCENES[Number(key) - 1]
  if (scene !== undefined) return { kind: 'scene', scene }
  return KEYS[key.length === 1 ? key.toLowerCase() : key] ?? null
}

/** Whether what has the focus takes this key itself. */
function isTakenBy(target: EventTarget | null, { kind }: WallAction): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('dialog[open], input, select, textarea, [contenteditable]') !== null) return true
  if (kind === 'hold') return target.closest('button, a') !== null
  // The crosshair of the chart moves by arrows; Escape takes it away first.
  return target.closest('[role=application]') !== null && kind !== 'scene' && kind !== 'fullscreen' && kind !== 'settings'
}

/** A finger that moved this far sideways, and further than up or down, skips; one that stayed within the other taps. */
export const SWIPE_PX = 60
export const TAP_PX = 12
const TAP_MS = 600

/** What a touch from one point to another asks of the wallboard. */
export function touchAction({ dx, dy, ms }: { readonly dx: number; readonly dy: number; readonly ms: number }): WallAction | null {
  if (Math.abs(dx) >= SWIPE_PX && Math.abs(dx) > 1.5 * Math.abs(dy)) return { kind: dx < 0 ? 'next' : 'back' }
  return Math.hypot(dx, dy) <= TAP_PX && ms <= TAP_MS ? { kind: 'hold' } : null
}
