import { create } from 'zustand'
import { readStored, writeStored } from '../../platform/storage/storage.ts'
import bought from './sounds/bought.wav'
import sold from './sounds/sold.wav'

const KEY = 'aerie.trade-sound'

const useSound = create<{ readonly isOn: boolean }>(() => ({ isOn: readStored(KEY) !== 'off' }))

export function useSoundSetting(): readonly [boolean, (isOn: boolean) => void] {
  const isOn = useSound((state) => state.isOn)
  return [
    isOn,
    (next) => {
      writeStored(KEY, next ? 'on' : 'off')
      useSound.setState({ isOn: next })
    },
  ]
}

/** Rising for a buy, falling for a sell. */
const SOUNDS = { buy: bought, sell: sold } as const

const players = new Map<keyof typeof SOUNDS, HTMLAudioElement>()

/**
 * Requires sound to be on and a prior user gesture in this window. Uses an audio element: creating the first AudioContext blocks the page
 * (half a second here).
 */
export function playFill(side: keyof typeof SOUNDS): void {
  if (!useSound.getState().isOn || typeof Audio === 'undefined' || !navigator.userActivation.hasBeenActive) return
  const player = players.get(side) ?? new Audio(SOUNDS[side])
  players.set(side, player)
  player.currentTime = 0
  // Ignore machines without audio.
  player.play().catch(() => undefined)
}
