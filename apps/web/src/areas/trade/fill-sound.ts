import { isSoundOn } from './sound-setting.ts'
import bought from './sounds/bought.wav'
import sold from './sounds/sold.wav'

/** Rising for a buy, falling for a sell. */
const SOUNDS = { buy: bought, sell: sold } as const

const players = new Map<keyof typeof SOUNDS, HTMLAudioElement>()

/**
 * Requires sound to be on and a prior user gesture in this window. Uses an audio element: creating the first AudioContext blocks the page
 * (half a second here).
 */
export function playFill(side: keyof typeof SOUNDS): void {
  if (!isSoundOn() || typeof Audio === 'undefined' || !navigator.userActivation.hasBeenActive) return
  const player = players.get(side) ?? new Audio(SOUNDS[side])
  players.set(side, player)
  player.currentTime = 0
  // Ignore machines without audio.
  player.play().catch(() => undefined)
}
