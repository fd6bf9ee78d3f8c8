import type { ErrorCode } from '@aerie/wire/errors'
import { fieldErrors, type WireFault } from '@aerie/wire/event-subscriber'
import type { SocketCommands, SocketEvents } from '@aerie/wire/problem'
import type { Server, Socket } from 'socket.io'
import * as z from 'zod/mini'
import type { Bus } from '../bus/bus.ts'
import { appErrorOf } from '../http/problem.ts'
import { type Admission, admitTo, claimsOf, closeIfRevokedMeanwhile, TOO_MANY_SOCKETS } from './admission.ts'
import { addressOf } from './handshakes.ts'
import { endConnection, onceSent, type Packet, packetOf, waitingOf, writePacket } from './outgoing.ts'
import { RefusedPayload } from './packet-decoder.ts'
import { budgetsOf, type SocketBudgets } from './socket-limits.ts'
import { type Member, UserChannel } from './user-channel.ts'

/** Errors are sent to the client as `error` events. */
export type Handlers<C extends SocketCommands> = {
  readonly [K in keyof C]: (message: z.output<C[K]>) => void | Promise<void>
}
export type Service<C extends SocketCommands> = {
  readonly handlers: Handlers<C>
  readonly onLeave?: () => void
  /** Bytes written outside of this namespace's own path. */
  readonly writtenBytes?: () => number
}

export type NamespaceOptions<C extends SocketCommands, E extends SocketEvents> = Admission & {
  readonly io: Server
  /** To sockets of the same users at other processes; absent where users are not addressed. */
  readonly bus?: Bus
  readonly name: string
  readonly mayGuestsEnter: boolean
  /** Awaited before a user's socket enters. */
  readonly prepare?: (socket: Socket, userId: string) => Promise<void>
  readonly commands: C
  readonly events: E
  readonly serve: (member: Member<E>, socket: Socket) => Service<C>
  readonly onFault?: (fault: WireFault) => void
  /** Maximum JSON payload in bytes, if below the transport's limit. */
  readonly payloadLimit?: { readonly bytes: number; readonly message: string }
  readonly referenceOf?: (message: unknown) => Readonly<Record<string, string>>
}

/** Authenticates sockets, validates events and enforces per-user limits. Client input can never throw past it. */
export function openNamespace<C extends SocketCommands, E extends SocketEvents>(options: NamespaceOptions<C, E>): UserChannel<E> {
  const { io, bus, name, mayGuestsEnter, prepare, onError } = options
  const namespace = io.of(name)
  const channel = new UserChannel<E>(name, bus)
  const budgets = budgetsOf(io)
  const isFull = (userId: string): boolean => channel.count(userId) >= budgets.limits.socketsPerUser
  const refuseGuest = ({ conn }: Socket): string | undefined => budgets.guests.enter(conn, addressOf(conn))
  admitTo(namespace, { mayGuestsEnter, refuseGuest, isFull, prepare }, options)
  namespace.on('connection', (socket) => {
    try {
      // Simultaneous connections were each admitted individually.
      if (isFull(claimsOf(socket)?.user_id ?? '')) endConnection(io, socket.conn, { code: 'rate_limited', message: TOO_MANY_SOCKETS })
      else new Visit(socket, { ...options, channel, budgets }).begin()
    } catch (error) {
      onError(error)
      endConnection(io, socket.conn, { code: 'internal', message: INTERNAL })
    }
  })
  return channel
}

const INTERNAL = 'Something went wrong on our side.'
const TOO_SLOW = { code: 'rate_limited', message: 'This connection is too slow and was closed.' } as const

type VisitDeps<C extends SocketCommands, E extends SocketEvents> = NamespaceOptions<C, E> & {
  readonly channel: UserChannel<E>
  readonly budgets: SocketBudgets
}
type Refusal = { readonly code: ErrorCode; readonly message: string }

class Visit<C extends SocketCommands, E extends SocketEvents> {
  readonly #socket: Socket
  readonly #deps: VisitDeps<C, E>
  readonly #member: Member<E>
  readonly #account: string
  #service: Service<C> | undefined

  constructor(socket: Socket, deps: VisitDeps<C, E>) {
    const claims = claimsOf(socket)
    this.#socket = socket
    this.#deps = deps
    this.#account = claims?.user_id ?? socket.id
    this.#member = {
      claims,
      isConnected: () => socket.connected,
      emit: (event, message) => this.#send(packetOf(deps.name, event, message)),
      send: (packet) => this.#send(packet),
      isBehind: () => exceeds(waitingOf(socket.conn), deps.budgets.limits.behind),
      onceTaken: (listener) => onceSent(socket.conn, () => this.#guard(listener)),
    }
  }

  begin(): void {
    const { channel, serve, onError } = this.#deps
    const socket = this.#socket
    socket.on('disconnect', () => this.#end())
    // Never calls next: there are no listeners behind it.
    socket.use((packet) => this.#hear(packet))
    channel.join(this.#member)
    this.#service = serve(this.#member, socket)
    closeIfRevokedMeanwhile(socket, this.#deps).catch(onError)
  }

  #end(): void {
    this.#deps.channel.leave(this.#member)
    this.#guard(() => this.#service?.onLeave?.())
  }

  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#deps.onError(error)
    }
  }

  #hear([event, ...given]: readonly unknown[]): void {
    // Acks are functions added by Socket.IO; this server responds with events.
    const payload = given.filter((argument) => typeof argument !== 'function')
    try {
      const refusal = this.#refusalOf(event, payload)
      if (refusal === undefined) this.#parse(String(event), payload[0])
      else this.#refuse(refusal, payload[0])
    } catch (error) {
      this.#fail(error, payload[0])
    }
  }

  #refusalOf(event: unknown, payload: readonly unknown[]): Refusal | undefined {
    const { budgets, commands, name, payloadLimit } = this.#deps
    const [message] = payload
    if (!budgets.commands.take(this.#account, 1)) return TOO_MANY
    if (message instanceof RefusedPayload) return { code: 'bad_input', message: `This cannot be read: ${message.reason}.` }
    if (typeof event !== 'string' || !Object.hasOwn(commands, event)) return { code: 'bad_input', message: noSuchEvent(name, commands) }
    if (payload.length > 1) return { code: 'bad_input', message: `${event}: a message has one payload.` }
    // Depth was limited by the decoder.
    if (payloadLimit !== undefined && Buffer.byteLength(JSON.stringify(message ?? null)) > payloadLimit.bytes)
      return { code: 'payload_too_large', message: payloadLimit.message }
    if (budgets.bytesOut.isSpent(this.#account)) return TOO_MUCH
    return undefined
  }

  #parse(event: keyof C & string, message: unknown): void {
    const schema = this.#deps.commands[event]
    if (schema === undefined) return
    const parsed = z.safeParse(schema, message)
    if (parsed.success) {
      this.#run(event, parsed.data as z.output<C[typeof event]>)
      return
    }
    const fault = { event, errors: fieldErrors(parsed.error) }
    this.#deps.onFault?.(fault)
    this.#refuse({ code: 'bad_input', message: faultText(fault) }, message)
  }

  #run<K extends keyof C & string>(event: K, message: z.output<C[K]>): void {
    const { running, limits } = this.#deps.budgets
    const others = running.get(this.#account) ?? 0
    if (others >= limits.running) this.#refuse(TOO_MANY, message)
    else {
      const work = this.#work(event, message)
      if (work === undefined) return
      running.set(this.#account, others + 1)
      work
        .catch((error: unknown) => this.#fail(error, message))
        .finally(() => this.#finish())
        .catch(this.#deps.onError)
    }
  }

  #work<K extends keyof C & string>(event: K, message: z.output<C[K]>): Promise<void> | undefined {
    const before = this.#service?.writtenBytes?.() ?? 0
    const work = this.#service?.handlers[event](message)
    this.#charge((this.#service?.writtenBytes?.() ?? 0) - before)
    return work instanceof Promise ? work : undefined
  }

  #finish(): void {
    const { running } = this.#deps.budgets
    const left = (running.get(this.#account) ?? 1) - 1
    if (left > 0) running.set(this.#account, left)
    else running.delete(this.#account)
  }

  #fail(error: unknown, message: unknown): void {
    const known = appErrorOf(error)
    if (known.code === 'internal' || known.code === 'unavailable') this.#deps.onError(error)
    this.#refuse({ code: known.code, message: known.detail }, message)
  }

  #refuse(refusal: Refusal, message: unknown): void {
    const reference = message instanceof RefusedPayload ? {} : this.#deps.referenceOf?.(message)
    this.#send(packetOf(this.#deps.name, 'error', { ...refusal, ...reference }))
  }

  #send(packet: Packet): void {
    const { io, budgets } = this.#deps
    const { conn, connected } = this.#socket
    if (!connected || conn.readyState !== 'open') return
    const waiting = waitingOf(conn)
    const sum = { bytes: waiting.bytes + packet.bytes, packets: waiting.packets + 1 }
    if (waiting.packets > 0 && exceeds(sum, budgets.limits.waiting)) endConnection(io, conn, TOO_SLOW)
    else {
      this.#charge(packet.bytes)
      writePacket(conn, packet)
    }
  }

  #charge(bytes: number): void {
    if (bytes > 0) this.#deps.budgets.bytesOut.charge(this.#account, bytes)
  }
}

const TOO_MANY: Refusal = { code: 'rate_limited', message: 'Too many messages: this one was dropped.' }
const TOO_MUCH: Refusal = { code: 'rate_limited', message: 'Too many requests: this one was dropped. Wait a moment.' }

const noSuchEvent = (name: string, commands: SocketCommands): string =>
  Object.keys(commands).length === 0 ? `There is nothing to send on ${name}.` : `There is no such event on ${name}.`

type Amount = { readonly bytes: number; readonly packets: number }
const exceeds = (amount: Amount, limit: Amount): boolean => amount.bytes > limit.bytes || amount.packets > limit.packets

const faultText = ({ event, errors }: WireFault): string => {
  const [field, messages] = Object.entries(errors)[0] ?? ['', []]
  return `${event}: ${field === '' ? '' : `${field}: `}${messages[0] ?? 'not as expected'}`.slice(0, 300)
}
