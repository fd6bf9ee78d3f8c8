import type { Member } from '@aerie/mirror/members'
import type { MirrorState } from '@aerie/mirror/mirror-session'
import type { MirrorMode } from '@aerie/wire/mirror'
import type { DetachedPart, MirrorView } from './mirror-store.ts'

/** What a window is to the others. */
export type Role = 'leader' | 'follower' | 'detached' | 'off'

/** One screen, as the badge and the menu name it. */
export type Screen = {
  readonly from: string
  readonly number: number
  readonly role: Role
  readonly isOwn: boolean
  readonly isFullscreen: boolean
}

/** A sign for each role besides its colour. */
export const ROLE_GLYPHS: Readonly<Record<Role, string>> = { leader: '◆', follower: '◇', detached: '◌', off: '–' }
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  leader: 'Leader',
  follower: 'Follower',
  detached: 'Detached',
  off: 'Not mirrored',
}
export const MODE_WORDS: Readonly<Record<MirrorMode, string>> = {
  ALL: 'Mirror everything',
  SELECTION: 'Mirror coin and timeframe only',
  OFF: 'Mirror nothing',
}

const roleOf = ({ leader, mode }: MirrorState, { from, isDetached }: Member): Role => {
  if (mode === 'OFF') return 'off'
  if (isDetached) return 'detached'
  return leader === from ? 'leader' : 'follower'
}

/** All screens: the first main window is 1, the followers of the Mirror menu are 2 and 3, further windows count on from 4. */
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
        // With another machine in the lead this browser's leader only hands on what it hears.
        role: role === 'leader' && !isHolder ? 'follower' : role,
        isOwn: member.from === state.own.from,
        isFullscreen: member.isFullscreen,
      }
    })
    .toSorted((a, b) => a.number - b.number)
}

/** What goes its own way, in words. */
export function detachedWords(detached: ReadonlySet<DetachedPart>): string {
  if (detached.has('all')) return 'This window is detached.'
  const parts = [...detached].map((part) => (part === 'layout' ? 'the layout' : `channel ${part}`))
  return parts.length === 0 ? '' : `Detached in this window: ${parts.join(', ')}.`
}

/** One sentence for the heading of the menu. */
export function standingWords({ state, refusal, detached, relay }: MirrorView): string {
  if (refusal === 'no-locks') return 'Mirroring needs a secure address: open Aerie over https or as localhost.'
  if (refusal === 'no-channel') return 'This browser does not support mirroring between windows.'
  if (state === null) return 'Mirroring is starting.'
  if (state.mode === 'OFF') return 'Mirroring is off.'
  if (detached.size > 0) return `${detachedWords(detached)} Rejoin to follow again.`
  if (state.others.length === 0 && relay.machines < 2) return 'This is the only window.'
  if (!relay.isHolder) return 'Another machine leads; this one follows.'
  const leader = screensOf(state, relay.isHolder).find(({ role }) => role === 'leader')
  if (leader?.isOwn === true) return 'This window leads. The others follow it.'
  return leader === undefined ? 'Choosing a leader…' : `This window follows screen ${leader.number}.`
}
