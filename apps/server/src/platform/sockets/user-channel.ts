import type { SocketEvents } from '@aerie/wire/problem'
import type * as z from 'zod/mini'
import type { Bus } from '../bus/bus.ts'
import type { Claims } from './admission.ts'
import { type Packet, packetOf } from './outgoing.ts'

export type Body<E extends SocketEvents, K extends keyof E> = z.input<E[K]>

export type Member<E extends SocketEvents> = {
  readonly claims: Claims | undefined
  readonly isConnected: () => boolean
  readonly emit: <K extends keyof E & string>(event: K, message: Body<E, K>) => void
  readonly send: (packet: Packet) => void
  /** Send backlog exists: skip messages that a later one replaces. */
  readonly isBehind: () => boolean
  /** Called once when everything was sent; never if the socket closes first. */
  readonly onceTaken: (listener: () => void) => void
}

/** To the sockets that a user has at other processes. */
type Relayed<E extends SocketEvents> = {
  readonly to: string
  readonly isStream?: boolean
  readonly event: keyof E & string
  readonly message: never
}

/** Channels of the bus that carry messages to sockets. */
export const SOCKETS_CHANNEL = 'sockets:'

/** Sockets of each user in one namespace, those at other processes too. */
export class UserChannel<E extends SocketEvents> {
  readonly #namespace: string
  readonly #bus: Bus | undefined
  readonly #members = new Map<string, Set<Member<E>>>()

  constructor(namespace: string, bus?: Bus) {
    this.#namespace = namespace
    this.#bus = bus
    bus?.subscribe(this.#relay(), (relayed) => this.#takeRelayed(relayed as Relayed<E>)) // from `#publish` of another process
  }

  size(): number {
    return this.#members.size
  }

  count(userId: string): number {
    return this.#of(userId).size
  }

  join(member: Member<E>): void {
    if (member.claims === undefined) return
    const { user_id } = member.claims
    const members = this.#members.get(user_id) ?? new Set()
    this.#members.set(user_id, members.add(member))
  }

  leave(member: Member<E>): void {
    const userId = member.claims?.user_id ?? ''
    const members = this.#members.get(userId)
    members?.delete(member)
    if (members?.size === 0) this.#members.delete(userId)
  }

  emit<K extends keyof E & string>(userId: string, event: K, message: Body<E, K>): void {
    this.emitHere(userId, event, message)
    this.#publish({ to: userId, event }, message)
  }

  /** To the sockets at this process only. */
  emitHere<K extends keyof E & string>(userId: string, event: K, message: Body<E, K>): void {
    this.#send([...this.#of(userId)], event, message)
  }

  emitToOthers<K extends keyof E & string>(member: Member<E>, event: K, message: Body<E, K>): void {
    this.#publish({ to: member.claims?.user_id ?? '', event }, message)
    this.#send(
      [...this.#of(member.claims?.user_id)].filter((other) => other !== member),
      event,
      message,
    )
  }

  /** Skips sockets with a backlog, as the next message of this kind replaces this one. */
  stream<K extends keyof E & string>(userId: string, event: K, message: Body<E, K>): void {
    this.#streamHere(userId, event, message)
    this.#publish({ to: userId, event, isStream: true }, message)
  }

  /** To the sockets at this process only. @returns whether the session has any */
  emitToSession<K extends keyof E & string>({ user_id, sid }: Claims, event: K, message: Body<E, K>): boolean {
    const members = [...this.#of(user_id)].filter(({ claims }) => claims?.sid === sid)
    this.#send(members, event, message)
    return members.length > 0
  }

  #streamHere<K extends keyof E & string>(userId: string, event: K, message: Body<E, K>): void {
    this.#send(
      [...this.#of(userId)].filter((member) => !member.isBehind()),
      event,
      message,
    )
  }

  #relay(): string {
    return `${SOCKETS_CHANNEL}${this.#namespace}`
  }

  #publish(relayed: Omit<Relayed<E>, 'message'>, message: unknown): void {
    this.#bus?.publish(this.#relay(), { ...relayed, message })
  }

  #takeRelayed({ to, isStream, event, message }: Relayed<E>): void {
    if (isStream === true) this.#streamHere(to, event, message)
    else this.emitHere(to, event, message)
  }

  #of(userId: string | undefined): ReadonlySet<Member<E>> {
    return this.#members.get(userId ?? '') ?? new Set()
  }

  #send<K extends keyof E & string>(members: readonly Member<E>[], event: K, message: Body<E, K>): void {
    if (members.length === 0) return
    const packet = packetOf(this.#namespace, event, message)
    for (const member of members) member.send(packet)
  }
}
