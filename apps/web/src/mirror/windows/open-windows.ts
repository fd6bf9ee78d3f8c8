import { notify } from '../../ui/states/toast.ts'
import { useMirror } from '../mirror-store.ts'
import { MIRROR_WORDS } from '../mirror-words.ts'
import { isMirrorWindow, type MirrorNumber } from './is-mirror-window.ts'
import { askForScreens, boundsFor, rememberedNumbers } from './window-bounds.ts'
import { MIRROR_NAMES } from './window-identity.ts'

const { blocked: BLOCKED } = MIRROR_WORDS

/** Two followers beside the main window, three screens in all. */
const NUMBERS: readonly MirrorNumber[] = [1, 2]

const opened = new Map<MirrorNumber, Window>()

/** Opens /mirror in its own 1600x900 window, or brings that window to the front; what stands in the way is said. */
export function openMirror(which: MirrorNumber | 'next'): void {
  const number = which === 'next' ? (NUMBERS.find((each) => !isOpen(each)) ?? 1) : which
  if (isMirrorWindow()) notify('info', 'Open mirror windows from the main window.')
  else if (isOpen(number)) bringToFront(number)
  else if (!openPopup(number)) notify('warning', blockedText(navigator.userAgent), { multiple: true })
}

/** Opens every mirror window that was open before, where it stood; both where none is known. */
export async function restoreScreens(): Promise<void> {
  if (isMirrorWindow()) return notify('info', 'Restore the screens from the main window.')
  const known = rememberedNumbers()
  const wanted = (known.length === 0 ? NUMBERS : known).filter((number) => !isOpen(number))
  if (wanted.length === 0) return notify('info', 'All screens are already open.')
  await askForScreens()
  // A browser that lets one window through for a click may refuse the second.
  const blocked = wanted.filter((number) => !openPopup(number))
  if (blocked.length > 0) notify('warning', blockedText(navigator.userAgent), { multiple: true })
}

/** Whether a window is there, opened by this one or, before this one was loaded, by whatever was here. */
const isOpen = (number: MirrorNumber): boolean => opened.get(number)?.closed === false || isOnBus(number)

const isOnBus = (number: MirrorNumber): boolean =>
  useMirror.getState().state?.others.some(({ place }) => place === `mirror-${number}`) === true

function openPopup(number: MirrorNumber): boolean {
  const popup = window.open('/mirror', MIRROR_NAMES[number - 1], featuresOf(number))
  if (popup === null) return false
  opened.set(number, popup)
  return true
}

function featuresOf(number: MirrorNumber): string {
  const { left, top, width, height } = boundsFor(number)
  const at = left === null || top === null ? '' : `,left=${left},top=${top}`
  return `popup=yes,width=${width},height=${height}${at}`
}

function bringToFront(number: MirrorNumber): void {
  const known = opened.get(number)
  if (known?.closed === false) known.focus()
  else findAndFocus(number)
  if (NUMBERS.every(isOpen)) notify('info', 'Three screens are already open, the maximum.')
}

function findAndFocus(number: MirrorNumber): void {
  // By its name, without an address: a window that is there is found and not loaded again.
  const found = window.open('', MIRROR_NAMES[number - 1], featuresOf(number))
  if (found !== null && !isBlank(found)) {
    opened.set(number, found)
    found.focus()
    return
  }
  // It belongs to another tab, out of reach: what the browser made instead is not wanted.
  found?.close()
  notify('info', `Mirror ${number} was already opened by another Aerie tab.`)
}

const isBlank = (found: Window): boolean => {
  try {
    return found.location.href === 'about:blank'
  } catch {
    return false // it went to another site: it is no blank one
  }
}

/** Says how pop-ups are allowed in the browser at hand. */
export const blockedText = (userAgent: string): string => BLOCKED.said(BLOCKED[browserOf(userAgent)])

function browserOf(userAgent: string): 'firefox' | 'edge' | 'chrome' | 'safari' | 'other' {
  if (/firefox/i.test(userAgent)) return 'firefox'
  if (/edg\//i.test(userAgent)) return 'edge'
  if (/chrom(e|ium)/i.test(userAgent)) return 'chrome'
  return /safari/i.test(userAgent) ? 'safari' : 'other'
}
