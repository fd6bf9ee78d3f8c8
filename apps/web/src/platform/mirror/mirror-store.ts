import type { MirrorState } from '@aerie/mirror/mirror-session'
import { create } from 'zustand'
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
