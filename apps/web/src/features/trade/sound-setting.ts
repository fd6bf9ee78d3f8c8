import { create } from 'zustand'
import { readStored, writeStored } from '../../lib/storage/storage.ts'

const KEY = 'aerie.trade-sound'

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

/** The same outside of React. */
export const isSoundOn = (): boolean => useSound.getState().isOn
