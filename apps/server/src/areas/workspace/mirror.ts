import type { Clock } from '@aerie/core/time'
import { mirrorCommands, mirrorEvents, RELAY_LIMIT_BYTES, type RelayBody } from '@aerie/wire/workspace/mirror'
import type { FastifyBaseLogger } from 'fastify'
import type { Server } from 'socket.io'
import { AppError } from '../../platform/http/app-error.ts'
import type { Admission, Claims } from '../../platform/sockets/admission.ts'
import { openNamespace, type Service } from '../../platform/sockets/namespace.ts'
import type { Body, Member } from '../../platform/sockets/user-channel.ts'

const MOST_MACHINES = 8
const TOO_LARGE = 'This is too large to be mirrored across machines.'

type Deps = Pick<Admission, 'verifyToken' | 'onRevoked'> & {
  readonly io: Server
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
}
type Rooms = Map<string, { readonly room: MirrorRoom; machines: number }>
type MirrorMember = Member<typeof mirrorEvents>

/** Namespace `/mirror`: relays state between a user's browsers that have opted in. */
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
    payloadLimit: { bytes: RELAY_LIMIT_BYTES, message: TOO_LARGE },
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
        const joined: Machine = { session, emit: member.emit, relay: relayTo(member, () => entry.room.want(joined)) }
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

const conflict = (detail: string): AppError => new AppError('conflict', { detail })

type Machine = {
  readonly session: string
  readonly emit: Member<typeof mirrorEvents>['emit']
  /** A slow machine may be skipped. */
  readonly relay: (message: Body<typeof mirrorEvents, 'relayed'>) => void
}
type Published = { readonly term: number; readonly seq: number; readonly body: RelayBody }

/** Nothing is stored; the leader sends the state to newcomers. A new room's term must not be older than one a client remembers. */
class MirrorRoom {
  readonly #machines = new Set<Machine>()
  #holder: Machine | null = null
  #term: number

  constructor(term: number) {
    this.#term = term
  }

  get isEmpty(): boolean {
    return this.#machines.size === 0
  }

  /** The first machine leads; newcomers trigger a state request to the leader. */
  join(machine: Machine): void {
    this.#machines.add(machine)
    if (this.#holder === null) this.lead(machine)
    else {
      this.#tellLease()
      this.#holder.emit('wanted', {})
    }
  }

  /** The longest-connected machine becomes the new leader. */
  leave(machine: Machine): void {
    if (!this.#machines.delete(machine)) return
    if (this.#holder === machine) this.#holder = null
    const [next] = this.#machines
    if (this.#holder === null && next !== undefined) this.lead(next)
    else this.#tellLease()
  }

  lead(machine: Machine): void {
    if (!this.#machines.has(machine)) return
    this.#term += 1
    this.#holder = machine
    this.#tellLease()
  }

  /** @returns false if the sender does not lead in this term; layout parts are accepted from everyone */
  publish(machine: Machine, { term, seq, body }: Published): boolean {
    if (!this.#machines.has(machine)) return false
    if (body.type !== 'layout-fragment' && (machine !== this.#holder || term !== this.#term)) return false
    const message = { session: machine.session, term: this.#term, seq, body }
    for (const other of this.#machines) if (other !== machine) other.relay(message)
    return true
  }

  want(machine: Machine): void {
    if (this.#machines.has(machine) && this.#holder !== machine) this.#holder?.emit('wanted', {})
  }

  #tellLease(): void {
    const lease = { term: this.#term, holder: this.#holder?.session ?? null, machines: this.#machines.size }
    for (const machine of this.#machines) machine.emit('lease', lease)
  }
}
