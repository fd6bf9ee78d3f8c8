import { create } from 'zustand'
import { readStored, writeStored } from '../../platform/storage/storage.ts'

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

export const isSoundOn = (): boolean => useSound.getState().isOn
