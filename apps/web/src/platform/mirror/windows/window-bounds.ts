import { every } from '@aerie/runtime/ticker'
import * as z from 'zod/mini'
import { createStore } from 'zustand/vanilla'
import { readStored, writeStored } from '../../storage/storage.ts'
import type { MirrorNumber } from './is-mirror-window.ts'
import { windowRole } from './window-identity.ts'

/** Local storage key: last positions of the mirror windows, in CSS pixels of the whole desktop. */
const KEY = 'aerie-mirror-places'
const WIDTH = 1600
const HEIGHT = 900
/** Polling interval: browsers fire no event when a window moves. */
const LOOK_MS = 2000

const bounds = z.object({ left: z.number(), top: z.number(), width: z.number().check(z.gte(100)), height: z.number().check(z.gte(100)) })
const storedBounds = z.partialRecord(z.enum(['1', '2']), bounds)
type StoredBounds = z.output<typeof storedBounds>

/** Null: position chosen by the browser. */
export type WindowBounds = { readonly left: number | null; readonly top: number | null; readonly width: number; readonly height: number }
type ScreenArea = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly isCurrent: boolean
}

/** Screens of this machine; none if unknown. */
const screensStore = createStore<{ readonly screens: readonly ScreenArea[] }>(() => ({ screens: [] }))

type DetailedScreen = { readonly availLeft: number; readonly availTop: number; readonly availWidth: number; readonly availHeight: number }
type ScreenDetails = { readonly screens: readonly DetailedScreen[]; readonly currentScreen: DetailedScreen }
type ScreenWindow = Window & { readonly getScreenDetails?: () => Promise<ScreenDetails> }

/** Uses the Window Management API where available; if refused, the stored bounds apply. */
export async function askForScreens(): Promise<void> {
  const here: ScreenWindow = window
  const ask = here.getScreenDetails
  if (ask === undefined) return
  try {
    const details = await ask.call(window)
    const screens = details.screens.map((screen) => ({
      left: screen.availLeft,
      top: screen.availTop,
      width: screen.availWidth,
      height: screen.availHeight,
      isCurrent: screen === details.currentScreen,
    }))
    screensStore.setState({ screens })
  } catch (error) {
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
    return {} // foreign value under this key
  }
}

export const rememberedNumbers = (): readonly MirrorNumber[] => {
  const known = readBounds()
  return ([1, 2] as const).filter((number) => known[`${number}`] !== undefined)
}

/** Last position, else a free screen, else 1600x900 anywhere. */
export function boundsFor(number: MirrorNumber): WindowBounds {
  const known = readBounds()[`${number}`]
  if (known !== undefined && isReachable(known)) return known
  const other = screensStore.getState().screens.filter(({ isCurrent }) => !isCurrent)[number - 1]
  if (other === undefined) return { left: null, top: null, width: WIDTH, height: HEIGHT }
  return {
    left: other.left + Math.max(0, Math.round((other.width - WIDTH) / 2)),
    top: other.top + Math.max(0, Math.round((other.height - HEIGHT) / 2)),
    width: Math.min(WIDTH, other.width),
    height: Math.min(HEIGHT, other.height),
  }
}

/** Whether its center is on an available screen; true if the screens are unknown. */
function isReachable({ left, top, width, height }: z.output<typeof bounds>): boolean {
  const { screens } = screensStore.getState()
  const isOn = (screen: ScreenArea): boolean =>
    left + width / 2 >= screen.left &&
    left + width / 2 < screen.left + screen.width &&
    top + height / 2 >= screen.top &&
    top + height / 2 < screen.top + screen.height
  return screens.length === 0 || screens.some(isOn)
}

export function rememberBounds(): () => void {
  const own = windowRole()
  if (own === 'main') return () => undefined
  const number = own === 'mirror-1' ? '1' : '2'
  let last = ''
  const look = (): void => {
    const now = { left: window.screenX, top: window.screenY, width: window.innerWidth, height: window.innerHeight }
    const text = JSON.stringify(now)
    if (text === last || document.fullscreenElement !== null || now.width < 100 || now.height < 100) return
    last = text
    writeStored(KEY, JSON.stringify({ ...readBounds(), [number]: now }))
  }
  // A restored window is still moving to its position.
  if (readBounds()[number] === undefined) look()
  const stop = every(LOOK_MS, look)
  addEventListener('pagehide', look)
  return () => {
    stop()
    removeEventListener('pagehide', look)
  }
}
