import type { SocketEvents } from '@aerie/wire/socket-events'
import type * as z from 'zod/mini'
import type { Claims } from './admission.ts'
import { type Packet, packetOf } from './outgoing.ts'

/** What a server event carries, as the server makes it. */
export type Body<E extends SocketEvents, K extends keyof E> = z.input<E[K]>

/** One socket of somebody in one namespace. */
export type Member<E extends SocketEvents> = {
  /** Undefined for a guest. */
  readonly claims: Claims | undefined
  readonly isConnected: () => boolean
  readonly tell: <K extends keyof E & string>(event: K, message: Body<E, K>) => void
  readonly send: (packet: Packet) => void
  /** Whether it has not taken what was sent: what a later message makes good is better left out. */
  readonly isBehind: () => boolean
  /** Calls back once, when it has taken all that was sent; never where it ends before. */
  readonly onceTaken: (listener: () => void) => void
}

/** Tells a user something on all sockets of one namespace. What is said is encoded once. */
export class UserChannel<E extends SocketEvents> {
  readonly #namespace: string
  readonly #members = new Map<string, Set<Member<E>>>()

  constructor(namespace: string) {
    this.#namespace = namespace
  }

  /** Users that have a socket here. */
  size(): number {
    return this.#members.size
  }

  /** Sockets of a user. */
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

  /** Tells all sockets of a user. */
  tell<K extends keyof E & string>(userId: string, event: K, message: Body<E, K>): void {
    this.#send([...this.#of(userId)], event, message)
  }

  /** Tells the other sockets of a member's user. */
  tellOthers<K extends keyof E & string>(member: Member<E>, event: K, message: Body<E, K>): void {
    this.#send(
      [...this.#of(member.claims?.user_id)].filter((other) => other !== member),
      event,
      message,
    )
  }

  /** Tells the sockets of a user that keep up; the next message of this kind replaces this one. */
  stream<K extends keyof E & string>(userId: string, event: K, message: Body<E, K>): void {
    this.#send(
      [...this.#of(userId)].filter((member) => !member.isBehind()),
      event,
      message,
    )
  }

  /** Tells the sockets of one session of a user. Whether there was any. */
  tellSession<K extends keyof E & string>({ user_id, sid }: Claims, event: K, message: Body<E, K>): boolean {
    const members = [...this.#of(user_id)].filter(({ claims }) => claims?.sid === sid)
    this.#send(members, event, message)
    return members.length > 0
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
