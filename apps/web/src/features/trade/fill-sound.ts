import { create } from 'zustand'
import { readStored, writeStored } from '../../lib/storage/storage.ts'

const KEY = 'aerie.trade-sound'
const BEEP_S = 0.12
/** Two notes a fourth apart: up for a buy, down for a sell. */
const NOTES_HZ = { buy: [523.25, 698.46], sell: [698.46, 523.25] } as const

const useSound = create<{ readonly isOn: boolean }>(() => ({ isOn: readStored(KEY) !== 'off' }))

/** Whether fills are heard; kept in this browser. */
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

let context: AudioContext | undefined

/** Plays two short notes, where sound is on and the browser lets pages make any: not before the first press or key in this window. */
export function playFill(side: 'buy' | 'sell'): void {
  if (!useSound.getState().isOn || typeof AudioContext === 'undefined' || !navigator.userActivation.hasBeenActive) return
  context ??= new AudioContext()
  const { currentTime, destination } = context
  for (const [index, pitch] of NOTES_HZ[side].entries()) {
    const [note, volume] = [context.createOscillator(), context.createGain()]
    const at = currentTime + index * BEEP_S
    note.frequency.value = pitch
    volume.gain.setValueAtTime(0.06, at)
    volume.gain.exponentialRampToValueAtTime(0.0001, at + BEEP_S)
    note.connect(volume).connect(destination)
    note.start(at)
    note.stop(at + BEEP_S)
  }
}
