import type { Clock } from '@aerie/core/time'
import { mirrorEvents, type RelayBody } from '@aerie/wire/workspace/mirror'
import * as z from 'zod/mini'
import type { Bus } from '../../platform/bus/bus.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Body, Member } from '../../platform/sockets/user-channel.ts'

/** Of a user, at all processes. */
const MOST_MACHINES = 8
/** Processes that a room knows of; further ones are ignored. */
const MOST_PROCESSES = 64
/** How often a process repeats which machines it has. */
export const BEAT_MS = 3_000
/** A process that is silent for more beats is gone: after 9 to 12 s. Counted, so that a process that was paused forgets nobody. */
const MOST_MISSED = 3
/** Processes ask each other when a machine joins and after gaps; what is lost all the same is made up for, rarely. */
const ALONE_BEATS = 10

const FULL = `At most ${MOST_MACHINES} machines can mirror each other.`
const CHANNEL = 'mirror:'

/** A browser with a connection to this process. */
export type Machine = {
  readonly session: string
  readonly emit: Member<typeof mirrorEvents>['emit']
  /** A slow machine may be skipped. */
  readonly relay: (message: Body<typeof mirrorEvents, 'relayed'>) => void
  /** Bytes that other processes write on its behalf. */
  readonly charge: (bytes: number) => void
}
type Published = { readonly term: number; readonly seq: number; readonly body: RelayBody }
/** A machine in its user's room, until `leave`. */
export type Membership = {
  readonly lead: () => void
  /** @returns false if the machine does not lead in this term; layout parts are accepted from everyone */
  readonly publish: (message: Published) => boolean
  /** Asks the leader for its state. */
  readonly want: () => void
  readonly leave: () => void
}

const stamp = z.int().check(z.gte(0))
const joined = z.object({ session: z.uuid(), joinedAt: stamp })
type Joined = z.output<typeof joined>
type Place = Joined & { readonly node: string }
type Lease = Body<typeof mirrorEvents, 'lease'>
const choice = z.object({ session: z.uuid(), at: stamp })
type Choice = z.output<typeof choice>
const busMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('presence'),
    /** At the sending process. */
    machines: z.array(joined).check(z.maxLength(MOST_MACHINES)),
    choice: z.nullable(choice),
    term: stamp,
    /** The others send their presence, and the leader its state. */
    asks: z.boolean(),
  }),
  z.object({ kind: z.literal('relayed'), message: mirrorEvents.relayed }),
])
type Presence = Extract<z.output<typeof busMessage>, { kind: 'presence' }>

type Deps = { readonly bus: Bus; readonly clock: Clock }

/** One room per user with machines at this process. */
export class MirrorRooms {
  readonly #deps: Deps
  readonly #rooms = new Map<string, MirrorRoom>()

  constructor(deps: Deps) {
    this.#deps = deps
    deps.bus.onGap((channel) => {
      if (channel === undefined) for (const room of this.#rooms.values()) room.ask()
      else if (channel.startsWith(CHANNEL)) this.#rooms.get(channel.slice(CHANNEL.length))?.ask()
    })
  }

  /** @throws AppError `conflict` if the user has too many machines */
  join(userId: string, machine: Machine): Membership {
    const room = this.#rooms.get(userId) ?? new MirrorRoom(this.#deps, `${CHANNEL}${userId}`, () => this.#rooms.delete(userId))
    this.#rooms.set(userId, room)
    return room.join(machine)
  }

  /** Call it every `BEAT_MS`. */
  beat(): void {
    for (const room of this.#rooms.values()) room.beat()
  }
}

/**
 * Every process lists its own machines, and all derive the same leader from the lists: the machine chosen last, else the one that joined first.
 * Processes that were cut off from each other agree again once their messages arrive. The leader's process alone raises the term. Nothing
 * is stored; the leader sends its state to newcomers.
 */
class MirrorRoom {
  readonly #deps: Deps
  readonly #channel: string
  readonly #close: () => void
  readonly #here = new Map<string, Joined & { readonly machine: Machine }>()
  readonly #elsewhere = new Map<string, { readonly machines: readonly Joined[]; missed: number }>()
  #choice: Choice | null = null
  /** Highest known one. A new room's term must not be older than one a client remembers. */
  #term: number
  #holder: string | null = null
  /** While the leader is here. */
  #claim: { readonly session: string; readonly term: number } | undefined
  /** Since the last beat. Processes that do not know the same machines yet would raise it by turns without end. */
  #hasRaised = false
  #beats = 0
  #sentLease: Lease | undefined

  constructor(deps: Deps, channel: string, onEmpty: () => void) {
    this.#deps = deps
    this.#channel = channel
    this.#term = deps.clock.now()
    const unsubscribe = deps.bus.subscribe(channel, (message, from) => this.#take(message, from))
    this.#close = () => {
      unsubscribe()
      onEmpty()
    }
  }

  join(machine: Machine): Membership {
    const { session } = machine
    const ranked = this.#ranked()
    if (ranked.filter((other) => other.session !== session).length >= MOST_MACHINES) throw new AppError('conflict', { detail: FULL })
    // After all that are known, whatever the clocks of the processes say.
    const joinedAt = Math.max(this.#deps.clock.now(), (this.#choice?.at ?? 0) + 1, ...ranked.map((other) => other.joinedAt + 1))
    const before = this.#here.get(session)
    if (before !== undefined) this.#leaveAlone(before.machine)
    this.#here.set(session, { session, joinedAt, machine })
    // A browser that connects again needs the lease, and counts its messages from one again.
    this.#sentLease = undefined
    if (this.#claim?.session === session) this.#claim = undefined
    this.#settle({ asks: true })
    if (this.#holder !== session) this.#wantHere()
    const isMember = (): boolean => this.#here.get(session)?.machine === machine
    return {
      lead: () => {
        if (isMember()) this.#lead(session, joinedAt)
      },
      publish: (message) => isMember() && this.#publish(machine, message),
      want: () => {
        if (!isMember() || this.#holder === session) return
        if (this.#here.has(this.#holder ?? '')) this.#wantHere()
        else this.#announce(true)
      },
      leave: () => {
        if (isMember()) this.#leave(session)
      },
    }
  }

  /** For what may have been missed: the presence of the others and the leader's state. */
  ask(): void {
    this.#announce(true)
    this.#wantHere()
  }

  beat(): void {
    for (const [node, other] of this.#elsewhere) {
      other.missed += 1
      if (other.missed > MOST_MISSED) this.#elsewhere.delete(node)
    }
    this.#hasRaised = false
    this.#beats += 1
    this.#settle({ announces: this.#elsewhere.size > 0 || this.#beats % ALONE_BEATS === 0 })
  }

  #leave(session: string): void {
    this.#here.delete(session)
    this.#settle({ announces: true })
  }

  #lead(session: string, joinedAt: number): void {
    this.#choice = { session, at: Math.max(this.#deps.clock.now(), joinedAt, (this.#choice?.at ?? 0) + 1) }
    this.#claim = undefined
    this.#settle()
  }

  #publish(machine: Machine, { term, seq, body }: Published): boolean {
    const { session } = machine
    const message = { session, term: this.#term, seq, body }
    if (!this.#isValid({ ...message, term })) return false
    for (const { machine: other } of this.#here.values()) if (other !== machine) other.relay(message)
    const elsewhere = [...this.#elsewhere.values()].reduce((sum, { machines }) => sum + machines.length, 0)
    if (elsewhere > 0) {
      machine.charge(elsewhere * Buffer.byteLength(JSON.stringify(message)))
      this.#deps.bus.publish(this.#channel, { kind: 'relayed', message })
    }
    return true
  }

  #isValid({ session, term, body }: Body<typeof mirrorEvents, 'relayed'>): boolean {
    return body.type === 'layout-fragment' || (session === this.#holder && term === this.#term)
  }

  #take(given: unknown, from: string): void {
    const parsed = z.safeParse(busMessage, given)
    // Of a process of another version.
    if (!parsed.success) return
    if (parsed.data.kind === 'presence') this.#meet(parsed.data, from)
    else if (this.#isValid(parsed.data.message)) for (const { machine } of this.#here.values()) machine.relay(parsed.data.message)
  }

  #meet({ machines, choice, term, asks }: Presence, from: string): void {
    const isKnown = this.#elsewhere.has(from)
    if (machines.length === 0) this.#elsewhere.delete(from)
    else if (isKnown || this.#elsewhere.size < MOST_PROCESSES) this.#elsewhere.set(from, { machines, missed: 0 })
    if (choice !== null && isLater(choice, this.#choice)) this.#choice = choice
    this.#term = Math.max(this.#term, term)
    const isNew = !isKnown && machines.length > 0
    this.#settle({ announces: asks || isNew })
    if (asks || isNew) this.#wantHere()
  }

  #wantHere(): void {
    this.#here.get(this.#holder ?? '')?.machine.emit('wanted', {})
  }

  /** Each machine once, in the order of joining. A browser that connected again may be listed by a process that has not noticed it. */
  #ranked(): Place[] {
    const newest = new Map<string, Place>()
    const add = (node: string, machines: Iterable<Joined>): void => {
      for (const { session, joinedAt } of machines) {
        const other = newest.get(session)
        const one = { session, joinedAt, node }
        if (other === undefined || joinedAt > other.joinedAt || (joinedAt === other.joinedAt && node > other.node)) newest.set(session, one)
      }
    }
    add(this.#deps.bus.node, this.#here.values())
    for (const [node, { machines }] of this.#elsewhere) add(node, machines)
    return [...newest.values()].toSorted((a, b) => a.joinedAt - b.joinedAt || (a.session < b.session ? -1 : 1))
  }

  /** After any change. */
  #settle({ announces = false, asks = false } = {}): void {
    const ranked = this.#ranked()
    this.#removeOthers(ranked)
    const present = ranked.slice(0, MOST_MACHINES)
    const holder = present.find((one) => isChosen(one, this.#choice)) ?? present[0]
    const isHere = this.#here.has(holder?.session ?? '')
    // Its state was not meant for this process until now.
    const isNewElsewhere = !isHere && holder?.session !== this.#holder
    this.#holder = holder?.session ?? null
    const isRaised = this.#raise(isHere ? holder?.session : undefined)
    if (announces || asks || isNewElsewhere || isRaised) this.#announce(asks || isNewElsewhere)
    if (this.#here.size === 0) this.#close()
    else this.#sendLease({ term: this.#term, holder: this.#holder, machines: present.length })
  }

  /** @returns whether the leader is here, and its term had to be raised above those of others */
  #raise(leader: string | undefined): boolean {
    const isSame = this.#claim?.session === leader
    if (leader === undefined) this.#claim = undefined
    if (leader === undefined || (isSame && (this.#claim?.term === this.#term || this.#hasRaised))) return false
    if (isSame) this.#hasRaised = true
    this.#term += 1
    this.#claim = { session: leader, term: this.#term }
    return true
  }

  /** Removes machines that have connected again at another process, and those above the limit, which joined at several processes at once. */
  #removeOthers(ranked: readonly Place[]): void {
    for (const [place, { session, node }] of ranked.entries()) {
      const present = this.#here.get(session)
      if (present === undefined || (node === this.#deps.bus.node && place < MOST_MACHINES)) continue
      this.#here.delete(session)
      this.#leaveAlone(present.machine)
      if (place >= MOST_MACHINES) present.machine.emit('error', { code: 'conflict', message: FULL })
    }
  }

  /** It leads itself, and nothing it publishes is accepted. */
  #leaveAlone({ session, emit }: Machine): void {
    emit('lease', { term: this.#term, holder: session, machines: 1 })
  }

  #announce(asks: boolean): void {
    const machines = [...this.#here.values()].map(({ session, joinedAt }) => ({ session, joinedAt }))
    const presence: Presence = { kind: 'presence', machines, choice: this.#choice, term: this.#term, asks }
    this.#deps.bus.publish(this.#channel, presence)
  }

  #sendLease(lease: Lease): void {
    const { term, holder, machines } = this.#sentLease ?? {}
    if (lease.term === term && lease.holder === holder && lease.machines === machines) return
    this.#sentLease = lease
    // A connection that ends here changes the lease again.
    for (const { machine } of this.#here.values()) if (this.#sentLease === lease) machine.emit('lease', lease)
  }
}

const isLater = (one: Choice, other: Choice | null): boolean =>
  other === null || one.at > other.at || (one.at === other.at && one.session > other.session)

/** Not if it has connected again since. */
const isChosen = ({ session, joinedAt }: Joined, choice: Choice | null): boolean => session === choice?.session && joinedAt <= choice.at
