import type { Clock } from '@aerie/core/time'
import { hearing } from '@aerie/wire/hear'
import { mirrorCommands, RELAY_LIMIT_BYTES } from '@aerie/wire/mirror'
import type { FastifyBaseLogger } from 'fastify'
import type { Server, Socket } from 'socket.io'
import { type Admission, admitTo, claimsOf } from '../../sockets/admission.ts'
import { faultText } from '../../sockets/fault-text.ts'
import { fullBucket, takePacket } from '../../sockets/flood-guard.ts'
import { type Machine, MirrorRoom } from './mirror-room.ts'

const MIRROR_NAMESPACE = '/mirror'
/** Browsers of one user at once. */
const MOST_MACHINES = 8

type Deps = Pick<Admission, 'verifyToken' | 'onRevoked'> & {
  readonly io: Server
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
}
type Rooms = Map<string, { readonly room: MirrorRoom; machines: number }>

/** The namespace `/mirror`: hands what one browser of a user shows on to that user's others, where the user has switched it on. */
export function serveMirror({ io, clock, logger, ...tokens }: Deps): void {
  const mirror = io.of(MIRROR_NAMESPACE)
  const rooms: Rooms = new Map()
  const onError = (error: unknown): void => logger.error({ err: error }, 'a connection of /mirror could not be checked')
  admitTo(mirror, { mayGuestsEnter: false }, { ...tokens, onError })
  mirror.on('connection', (socket) => serveMachine(socket, rooms, clock))
}

function serveMachine(socket: Socket, rooms: Rooms, clock: Clock): void {
  const userId = claimsOf(socket)?.user_id
  if (userId === undefined) throw new Error('a socket of /mirror was let in without a session')
  const refuse = (code: 'bad_input' | 'rate_limited' | 'payload_too_large' | 'conflict', message: string): void =>
    void socket.emit('error', { code, message })
  const bucket = fullBucket(performance.now())
  let machine: Machine | undefined

  socket.use(([event, message], next) => {
    if (!Object.hasOwn(mirrorCommands, event)) refuse('bad_input', 'There is no such event on /mirror.')
    else if (!takePacket(bucket, performance.now())) refuse('rate_limited', 'Too many messages: this one was left out.')
    else if (Buffer.byteLength(JSON.stringify(message ?? null)) > RELAY_LIMIT_BYTES)
      refuse('payload_too_large', 'This is too large to be mirrored across machines.')
    else next()
  })
  const hear = hearing(mirrorCommands, (fault) => refuse('bad_input', faultText(fault)))
  hear(socket, 'join', ({ session }) => {
    if (machine !== undefined) return
    const entry = rooms.get(userId) ?? { room: new MirrorRoom(clock.now()), machines: 0 }
    if (entry.machines >= MOST_MACHINES) return refuse('conflict', `At most ${MOST_MACHINES} machines mirror each other.`)
    rooms.set(userId, entry)
    entry.machines += 1
    machine = { session, tell: (event, message) => void socket.emit(event, message) }
    entry.room.join(machine)
  })
  hear(socket, 'lead', () => machine && rooms.get(userId)?.room.lead(machine))
  hear(socket, 'publish', (message) => {
    if (machine === undefined || rooms.get(userId)?.room.publish(machine, message) !== true)
      refuse('conflict', 'Another machine leads: this was not handed on.')
  })
  socket.on('disconnect', () => {
    const entry = rooms.get(userId)
    if (machine === undefined || entry === undefined) return
    entry.machines -= 1
    entry.room.leave(machine)
    machine = undefined
    if (entry.room.isEmpty) rooms.delete(userId)
  })
}
