import { readStored, writeStored } from '../lib/storage/storage.ts'
import { NO_RELAY, useMirror } from './mirror-store.ts'

/** Of local storage: whether this browser mirrors across machines; off unless the user switches it on. */
const RELAY_KEY = 'aerie-mirror-machines'

/** Switches mirroring across machines on or off, for all windows of this browser. */
export function setRelay(isOn: boolean): void {
  writeStored(RELAY_KEY, String(isOn))
  useMirror.setState({ relay: { ...NO_RELAY, isOn } })
}

/** Calls `changed` when it is switched, here or in another window. @returns how to stop */
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
