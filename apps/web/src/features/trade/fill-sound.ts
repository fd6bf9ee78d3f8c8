import { isSoundOn } from './sound-setting.ts'
import bought from './sounds/bought.wav'
import sold from './sounds/sold.wav'

/** Two notes a fourth apart: up for a buy, down for a sell. */
const SOUNDS = { buy: bought, sell: sold } as const

const players = new Map<keyof typeof SOUNDS, HTMLAudioElement>()

/**
 * Plays two short notes, where sound is on and the browser lets pages make any: not before the first press or key in this window. An
 * element opens the audio device beside the page; the first AudioContext of a browser holds the page meanwhile, for half a second here.
 */
export function playFill(side: keyof typeof SOUNDS): void {
  if (!isSoundOn() || typeof Audio === 'undefined' || !navigator.userActivation.hasBeenActive) return
  const player = players.get(side) ?? new Audio(SOUNDS[side])
  players.set(side, player)
  player.currentTime = 0
  // A machine without sound is no fault of the page.
  player.play().catch(() => undefined)
}
