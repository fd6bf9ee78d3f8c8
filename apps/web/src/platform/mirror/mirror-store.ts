import type { MirrorState } from '@aerie/mirror/mirror-session'
import { create } from 'zustand'
import { readStored, writeStored } from '../storage/storage.ts'
import type { Channel } from './views/view-state.ts'

export type MirrorRefusal = 'no-locks' | 'no-channel'
export type DetachedPart = Channel | 'layout' | 'all'

export type MirrorView = {
  /** Null before the mirror starts and where it is unsupported. */
  readonly state: MirrorState | null
  readonly refusal: MirrorRefusal | null
  readonly detached: ReadonlySet<DetachedPart>
  readonly relay: {
    readonly isOn: boolean
    readonly link: 'off' | 'connecting' | 'on'
    readonly machines: number
    readonly isHolder: boolean
  }
}

export const NO_RELAY: MirrorView['relay'] = { isOn: false, link: 'off', machines: 0, isHolder: true }

export const useMirror = create<MirrorView>(() => ({ state: null, refusal: null, detached: new Set(), relay: NO_RELAY }))

export const isMirroring = ({ state, relay }: MirrorView): boolean => (state?.others.length ?? 0) > 0 || relay.machines > 1

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
