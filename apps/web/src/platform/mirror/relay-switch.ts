import { readStored, writeStored } from '../storage/storage.ts'
import { NO_RELAY, useMirror } from './mirror-store.ts'

/** Local storage key; mirroring across machines is off by default. */
const RELAY_KEY = 'aerie-mirror-machines'

export function setRelay(isOn: boolean): void {
  writeStored(RELAY_KEY, String(isOn))
  useMirror.setState({ relay: { ...NO_RELAY, isOn } })
}

/** Also reports changes made in other windows. @returns unsubscribe function */
export function followRelaySwitch(changed: () => void): () => void {
  const read = (): void => {
    const isOn = readStored(RELAY_KEY) === 'true'
    if (useMirror.getState().relay.isOn !== isOn) useMirror.setState({ relay: { ...NO_RELAY, isOn } })
  }
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === RELAY_KEY || key === null) read()
  }
  read()
  addEventListener('storage', onStorage)
  const unsubscribe = useMirror.subscribe((now, before) => now.relay.isOn !== before.relay.isOn && changed())
  return () => {
    removeEventListener('storage', onStorage)
    unsubscribe()
  }
}
