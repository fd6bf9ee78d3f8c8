import type { Clock } from '@aerie/core/time'
import { mirrorCommands, mirrorEvents, RELAY_LIMIT_BYTES } from '@aerie/wire/workspace/mirror'
import type { FastifyBaseLogger } from 'fastify'
import type { Server } from 'socket.io'
import type { Bus } from '../../platform/bus/bus.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Admission, Claims } from '../../platform/sockets/admission.ts'
import { openNamespace, type Service } from '../../platform/sockets/namespace.ts'
import type { Member } from '../../platform/sockets/user-channel.ts'
import { type Machine, type Membership, MirrorRooms } from './mirror-room.ts'

const TOO_LARGE = 'This is too large to be mirrored across machines.'

type Deps = Pick<Admission, 'verifyToken' | 'onRevoked'> & {
  readonly io: Server
  readonly bus: Bus
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
}
type MirrorMember = Member<typeof mirrorEvents>

/** Namespace `/mirror`: relays state between a user's browsers that have opted in, at whichever process they are connected. */
export function serveMirror({ io, bus, clock, logger, ...tokens }: Deps): MirrorRooms {
  const rooms = new MirrorRooms({ bus, clock })
  openNamespace({
    io,
    name: '/mirror',
    mayGuestsEnter: false,
    commands: mirrorCommands,
    events: mirrorEvents,
    ...tokens,
    onError: (error) => logger.error({ err: error }, 'a connection of /mirror failed'),
    payloadLimit: { bytes: RELAY_LIMIT_BYTES, message: TOO_LARGE },
    serve: (member) => serveMachine(member, rooms),
  })
  return rooms
}

function serveMachine(member: MirrorMember, rooms: MirrorRooms): Service<typeof mirrorCommands> {
  const { user_id: userId } = userOf(member)
  let membership: Membership | undefined
  let writtenElsewhere = 0
  return {
    handlers: {
      join: ({ session }) => {
        membership ??= rooms.join(userId, {
          session,
          emit: member.emit,
          relay: relayTo(member, () => membership?.want()),
          charge: (bytes) => {
            writtenElsewhere += bytes
          },
        })
      },
      lead: () => membership?.lead(),
      publish: (message) => {
        if (membership?.publish(message) !== true) throw new AppError('conflict', { detail: 'Another machine leads; this was not shared.' })
      },
    },
    writtenBytes: () => writtenElsewhere,
    onLeave: () => membership?.leave(),
  }
}

/** A slow machine is skipped, and gets the newest state once it has caught up. */
function relayTo(member: MirrorMember, wantState: () => void): Machine['relay'] {
  let hasMissed = false
  return (message) => {
    if (!member.isBehind()) member.emit('relayed', message)
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
