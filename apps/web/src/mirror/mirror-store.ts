import type { MirrorState } from '@aerie/mirror/mirror-session'
import { create } from 'zustand'
import type { Channel } from './views/view-state.ts'

/** Why windows cannot be mirrored here. */
export type MirrorRefusal = 'no-locks' | 'no-channel'
/** What goes its own way in a follower: a channel, the layout, or all. */
export type DetachedPart = Channel | 'layout' | 'all'

export type MirrorView = {
  /** Null before the mirror runs, and where it cannot. */
  readonly state: MirrorState | null
  readonly refusal: MirrorRefusal | null
  readonly detached: ReadonlySet<DetachedPart>
  /** Across machines: switched on or not, and what is known of the others. */
  readonly relay: {
    readonly isOn: boolean
    readonly link: 'off' | 'connecting' | 'on'
    readonly machines: number
    readonly isHolder: boolean
  }
}

export const NO_RELAY: MirrorView['relay'] = { isOn: false, link: 'off', machines: 0, isHolder: true }

/** Where the mirror of this window stands. State only; mirror-runtime.ts changes it. */
export const useMirror = create<MirrorView>(() => ({ state: null, refusal: null, detached: new Set(), relay: NO_RELAY }))

/** Whether anything of this window's follows or is followed: another window or another machine is there. */
export const isMirroring = ({ state, relay }: MirrorView): boolean => (state?.others.length ?? 0) > 0 || relay.machines > 1
