import type { Clock } from '@aerie/core/time'
import { mirrorCommands, mirrorEvents, RELAY_LIMIT_BYTES } from '@aerie/wire/workspace/mirror'
import type { FastifyBaseLogger } from 'fastify'
import type { Server } from 'socket.io'
import { AppError } from '../../plugins/app-error.ts'
import type { Admission, Claims } from '../../sockets/admission.ts'
import { openNamespace, type Service } from '../../sockets/namespace.ts'
import type { Member } from '../../sockets/user-channel.ts'
import { type Machine, MirrorRoom } from './mirror-room.ts'

/** Browsers of one user at once. */
const MOST_MACHINES = 8
const TOO_LARGE = 'This is too large to be mirrored across machines.'

type Deps = Pick<Admission, 'verifyToken' | 'onRevoked'> & {
  readonly io: Server
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
}
type Rooms = Map<string, { readonly room: MirrorRoom; machines: number }>
type MirrorMember = Member<typeof mirrorEvents>

/** The namespace `/mirror`: hands what one browser of a user shows on to that user's others, where the user has switched it on. */
export function serveMirror({ io, clock, logger, ...tokens }: Deps): void {
  const rooms: Rooms = new Map()
  openNamespace({
    io,
    name: '/mirror',
    mayGuestsEnter: false,
    commands: mirrorCommands,
    events: mirrorEvents,
    ...tokens,
    onError: (error) => logger.error({ err: error }, 'a connection of /mirror failed'),
    payloadLimit: { bytes: RELAY_LIMIT_BYTES, words: TOO_LARGE },
    serve: (member) => serveMachine(member, rooms, clock),
  })
}

function serveMachine(member: MirrorMember, rooms: Rooms, clock: Clock): Service<typeof mirrorCommands> {
  const { user_id: userId } = userOf(member)
  let machine: Machine | undefined
  const roomOf = (): MirrorRoom | undefined => rooms.get(userId)?.room
  return {
    handlers: {
      join: ({ session }) => {
        if (machine !== undefined) return
        const entry = rooms.get(userId) ?? { room: new MirrorRoom(clock.now()), machines: 0 }
        if (entry.machines >= MOST_MACHINES) throw conflict(`At most ${MOST_MACHINES} machines can mirror each other.`)
        rooms.set(userId, entry)
        entry.machines += 1
        const joined: Machine = { session, tell: member.tell, relay: relayTo(member, () => entry.room.want(joined)) }
        machine = joined
        entry.room.join(joined)
      },
      lead: () => {
        if (machine !== undefined) roomOf()?.lead(machine)
      },
      publish: (message) => {
        if (machine === undefined || roomOf()?.publish(machine, message) !== true)
          throw conflict('Another machine leads; this was not shared.')
      },
    },
    onLeave: () => {
      const entry = rooms.get(userId)
      if (machine === undefined || entry === undefined) return
      entry.machines -= 1
      entry.room.leave(machine)
      machine = undefined
      if (entry.room.isEmpty) rooms.delete(userId)
    },
  }
}

/** A machine that has not taken the last messages is left out, and gets the newest state once it has. */
function relayTo(member: MirrorMember, wantState: () => void): Machine['relay'] {
  let hasMissed = false
  return (message) => {
    if (!member.isBehind()) member.tell('relayed', message)
    else if (!hasMissed) {
      hasMissed = true
      member.onceTaken(() => {
        hasMissed = false
        wantState()
      })
    }
  }
}

function userOf({ claims }: Pick<MirrorMember, 'claims'>): Claims {
  if (claims === undefined) throw new Error('a socket of /mirror was let in without a session')
  return claims
}

const conflict = (detail: string): AppError => new AppError('conflict', { detail })
