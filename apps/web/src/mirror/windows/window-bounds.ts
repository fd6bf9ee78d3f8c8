import { every } from '@aerie/runtime/ticker'
import * as z from 'zod/mini'
import { readStored, writeStored } from '../../lib/storage/storage.ts'
import type { MirrorNumber } from './is-mirror-window.ts'
import { windowRole } from './window-identity.ts'

/** Of local storage: where the mirror windows stood last, in CSS pixels of the whole desktop. */
const KEY = 'aerie-mirror-places'
const WIDTH = 1600
const HEIGHT = 900
/** No event tells of a window that is moved: it is looked at this often. */
const LOOK_MS = 2000

const bounds = z.object({ left: z.number(), top: z.number(), width: z.number().check(z.gte(100)), height: z.number().check(z.gte(100)) })
const storedBounds = z.partialRecord(z.enum(['1', '2']), bounds)
type StoredBounds = z.output<typeof storedBounds>

/** Where a window is to stand; null: wherever the browser puts it. */
export type WindowBounds = { readonly left: number | null; readonly top: number | null; readonly width: number; readonly height: number }
type ScreenArea = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly isCurrent: boolean
}

/** Screens of the desktop, as far as the user lets the site know of them. */
let screens: readonly ScreenArea[] = []

type DetailedScreen = { readonly availLeft: number; readonly availTop: number; readonly availWidth: number; readonly availHeight: number }
type ScreenDetails = { readonly screens: readonly DetailedScreen[]; readonly currentScreen: DetailedScreen }
type ScreenWindow = Window & { readonly getScreenDetails?: () => Promise<ScreenDetails> }

/** Asks the browser for the screens, where it has the Window Management API; a refusal leaves the last bounds. */
export async function askForScreens(): Promise<void> {
  const here: ScreenWindow = window
  const ask = here.getScreenDetails
  if (ask === undefined) return
  try {
    const details = await ask.call(window)
    screens = details.screens.map((screen) => ({
      left: screen.availLeft,
      top: screen.availTop,
      width: screen.availWidth,
      height: screen.availHeight,
      isCurrent: screen === details.currentScreen,
    }))
  } catch (error) {
    // Refused by the user or by the site's policy.
    if (!(error instanceof DOMException)) throw error
  }
}

function readBounds(): StoredBounds {
  const text = readStored(KEY)
  if (text === null) return {}
  try {
    const parsed = z.safeParse(storedBounds, JSON.parse(text))
    return parsed.success ? parsed.data : {}
  } catch {
    return {} // somebody else's text under our key
  }
}

/** Which mirror windows have been open before. */
export const rememberedNumbers = (): readonly MirrorNumber[] => {
  const known = readBounds()
  return ([1, 2] as const).filter((number) => known[`${number}`] !== undefined)
}

/** Where a mirror window stood last; else on a screen of its own where there is one; else 1600x900 anywhere. */
export function boundsFor(number: MirrorNumber): WindowBounds {
  const known = readBounds()[`${number}`]
  if (known !== undefined && isReachable(known)) return known
  const other = screens.filter(({ isCurrent }) => !isCurrent)[number - 1]
  if (other === undefined) return { left: null, top: null, width: WIDTH, height: HEIGHT }
  return {
    left: other.left + Math.max(0, Math.round((other.width - WIDTH) / 2)),
    top: other.top + Math.max(0, Math.round((other.height - HEIGHT) / 2)),
    width: Math.min(WIDTH, other.width),
    height: Math.min(HEIGHT, other.height),
  }
}

/** Whether the middle of it lies on a screen that is there; unknown screens are believed. */
const isReachable = ({ left, top, width, height }: z.output<typeof bounds>): boolean =>
  screens.length === 0 ||
  screens.some(
    (screen) =>
      left + width / 2 >= screen.left &&
      left + width / 2 < screen.left + screen.width &&
      top + height / 2 >= screen.top &&
      top + height / 2 < screen.top + screen.height,
  )

/** In a mirror window: keeps where it stands. @returns how to stop */
export function rememberBounds(): () => void {
  const own = windowRole()
  if (own === 'main') return () => undefined
  const number = own === 'mirror-1' ? '1' : '2'
  let last = ''
  const look = (): void => {
    const now = { left: window.screenX, top: window.screenY, width: window.innerWidth, height: window.innerHeight }
    const text = JSON.stringify(now)
    // Fullscreen is temporary: its bounds are not stored.
    if (text === last || document.fullscreenElement !== null || now.width < 100 || now.height < 100) return
    last = text
    writeStored(KEY, JSON.stringify({ ...readBounds(), [number]: now }))
  }
  // One that was put where it stood last is still on its way there.
  if (readBounds()[number] === undefined) look()
  const stop = every(LOOK_MS, look)
  addEventListener('pagehide', look)
  return () => {
    stop()
    removeEventListener('pagehide', look)
  }
}
