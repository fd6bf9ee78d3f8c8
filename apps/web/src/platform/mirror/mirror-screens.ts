import type { Member } from '@aerie/mirror/members'
import type { MirrorState } from '@aerie/mirror/mirror-session'
import type { DetachedPart, MirrorView } from './mirror-store.ts'

export type Role = 'leader' | 'follower' | 'detached' | 'off'

export type Screen = {
  readonly from: string
  readonly number: number
  readonly role: Role
  readonly isOwn: boolean
  readonly isFullscreen: boolean
}

/** Marks roles by more than color. */
export const ROLE_GLYPHS: Readonly<Record<Role, string>> = { leader: '◆', follower: '◇', detached: '◌', off: '–' }

const roleOf = ({ leader, mode }: MirrorState, { from, isDetached }: Member): Role => {
  if (mode === 'OFF') return 'off'
  if (isDetached) return 'detached'
  return leader === from ? 'leader' : 'follower'
}

/** The first main window is screen 1, the Mirror menu's followers are 2 and 3, further windows start at 4. */
export function screensOf(state: MirrorState, isHolder = true): readonly Screen[] {
  const mains = [state.own, ...state.others]
    .filter(({ place }) => place === 'main')
    .toSorted((a, b) => a.openedAt - b.openedAt || (a.from < b.from ? -1 : 1))
  const numberOf = ({ place, from }: Member): number => {
    if (place !== 'main') return place === 'mirror-1' ? 2 : 3
    const index = mains.findIndex((member) => member.from === from)
    return index === 0 ? 1 : index + 3
  }
  return [state.own, ...state.others]
    .map((member): Screen => {
      const role = roleOf(state, member)
      return {
        from: member.from,
        number: numberOf(member),
        // If another machine leads, this browser's leader only relays what it receives.
        role: role === 'leader' && !isHolder ? 'follower' : role,
        isOwn: member.from === state.own.from,
        isFullscreen: member.isFullscreen,
      }
    })
    .toSorted((a, b) => a.number - b.number)
}

export function detachedText(detached: ReadonlySet<DetachedPart>): string {
  if (detached.has('all')) return 'This window is detached.'
  const parts = [...detached].map((part) => (part === 'layout' ? 'the layout' : `channel ${part}`))
  return parts.length === 0 ? '' : `Detached in this window: ${parts.join(', ')}.`
}

export function mirrorStatusText({ state, refusal, detached, relay }: MirrorView): string {
  if (refusal === 'no-locks') return 'Mirroring needs a secure address: open Aerie over https or as localhost.'
  if (refusal === 'no-channel') return 'This browser does not support mirroring between windows.'
  if (state === null) return 'Mirroring is starting.'
  if (state.mode === 'OFF') return 'Mirroring is off.'
  if (detached.size > 0) return `${detachedText(detached)} Rejoin to follow again.`
  if (state.others.length === 0 && relay.machines < 2) return 'This is the only window.'
  if (!relay.isHolder) return 'Another machine leads; this one follows.'
  const leader = screensOf(state, relay.isHolder).find(({ role }) => role === 'leader')
  if (leader?.isOwn === true) return 'This window leads. The others follow it.'
  return leader === undefined ? 'Choosing a leader…' : `This window follows screen ${leader.number}.`
}
