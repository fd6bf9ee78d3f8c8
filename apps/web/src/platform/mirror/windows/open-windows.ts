import { notify } from '../../toasts/toast.ts'
import { useMirror } from '../mirror-store.ts'
import { isMirrorWindow, type MirrorNumber } from './is-mirror-window.ts'
import { askForScreens, boundsFor, rememberedNumbers } from './window-bounds.ts'
import { MIRROR_NAMES } from './window-identity.ts'

const NUMBERS: readonly MirrorNumber[] = [1, 2]

const opened = new Map<MirrorNumber, Window>()

export function openMirror(which: MirrorNumber | 'next'): void {
  const number = which === 'next' ? (NUMBERS.find((each) => !isOpen(each)) ?? 1) : which
  if (isMirrorWindow()) notify('info', 'Open mirror windows from the main window.')
  else if (isOpen(number)) bringToFront(number)
  else if (!openPopup(number)) notify('warning', blockedText(navigator.userAgent), { multiple: true })
}

/** Reopens the previous mirror windows at their last position; both if none is known. */
export async function restoreScreens(): Promise<void> {
  if (isMirrorWindow()) return notify('info', 'Restore the screens from the main window.')
  const known = rememberedNumbers()
  const wanted = (known.length === 0 ? NUMBERS : known).filter((number) => !isOpen(number))
  if (wanted.length === 0) return notify('info', 'All screens are already open.')
  await askForScreens()
  // Browsers may allow one pop-up per click and block the second.
  const blocked = wanted.filter((number) => !openPopup(number))
  if (blocked.length > 0) notify('warning', blockedText(navigator.userAgent), { multiple: true })
}

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
  // Opening by name without a URL finds an existing window without reloading it.
  const found = window.open('', MIRROR_NAMES[number - 1], featuresOf(number))
  if (found !== null && !isBlank(found)) {
    opened.set(number, found)
    found.focus()
    return
  }
  // The window belongs to another tab and is unreachable: close the blank one the browser created instead.
  found?.close()
  notify('info', `Mirror ${number} was already opened by another Aerie tab.`)
}

const isBlank = (found: Window): boolean => {
  try {
    return found.location.href === 'about:blank'
  } catch {
    return false // cross-origin, so not blank
  }
}

export const blockedText = (userAgent: string): string => `Your browser blocked the mirror window. ${ALLOW_POPUPS[browserOf(userAgent)]}`

const ALLOW_POPUPS = {
  firefox: 'Click "Options" in the bar below the address and choose "Allow pop-ups", then try again.',
  edge: 'Click the blocked-window sign at the end of the address bar and choose "Always allow", then try again.',
  chrome: 'Click the pop-up icon at the end of the address bar and choose "Always allow pop-ups and redirects", then try again.',
  safari: 'Choose Safari > Settings > Websites > Pop-up Windows and allow this site, then try again.',
  other: 'Allow pop-ups for this site, then try again.',
} as const

function browserOf(userAgent: string): keyof typeof ALLOW_POPUPS {
  if (/firefox/i.test(userAgent)) return 'firefox'
  if (/edg\//i.test(userAgent)) return 'edge'
  if (/chrom(e|ium)/i.test(userAgent)) return 'chrome'
  return /safari/i.test(userAgent) ? 'safari' : 'other'
}
