import { notify } from '../ui/toast.ts'

/** SPEC.md section 9: two followers beside the main window, three screens in all. */
const NAMES = ['aerie-mirror-1', 'aerie-mirror-2'] as const
const FEATURES = 'popup=yes,width=1600,height=900'
export type MirrorNumber = 1 | 2

const opened = new Map<MirrorNumber, Window>()

/** Whether this window is itself a follower: followers open no windows, so that there are never more than three. */
export const isMirrorWindow = (): boolean => typeof window !== 'undefined' && NAMES.some((name) => name === window.name)

/** Opens /mirror in its own 1600x900 window, or brings that window to the front; what stands in the way is said. */
export function openMirror(number: MirrorNumber): void {
  const there = opened.get(number)
  if (isMirrorWindow()) notify('info', 'Open mirror windows from the main window.')
  else if (there?.closed === false) there.focus()
  else openPopup(number)
}

function openPopup(number: MirrorNumber): void {
  const popup = window.open('/mirror', NAMES[number - 1], FEATURES)
  if (popup) opened.set(number, popup)
  else notify('warning', 'Your browser blocked the mirror window. Allow pop-ups for this site, then try again.')
}

/** Opens the mirror window that is not open yet; with three screens open, says so. */
export function openNextMirror(): void {
  const free = ([1, 2] as const).find((number) => opened.get(number)?.closed !== false)
  if (free === undefined) notify('info', 'Three screens are open already, which is the most there can be.')
  else openMirror(free)
}
