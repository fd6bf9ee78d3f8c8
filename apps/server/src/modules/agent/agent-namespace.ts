import { type AgentCommand, agentCommands, type agentEvents } from '@aerie/wire/agent'
import { hearing, type WireFault } from '@aerie/wire/hear'
import type { Namespace, Server, Socket } from 'socket.io'
import * as z from 'zod/mini'
import { appErrorOf } from '../../plugins/problem.ts'
import { type Admission, admitTo, claimsOf } from '../../sockets/admission.ts'
import { faultText } from '../../sockets/fault-text.ts'

const AGENT_NAMESPACE = '/agent'
const ROOM_PREFIX = 'user:'
const roomOf = (userId: string): string => `${ROOM_PREFIX}${userId}`

type Event = keyof typeof agentEvents
type Body<E extends Event> = z.input<(typeof agentEvents)[E]>
type Speaker = { emit(event: string, message: unknown): unknown }
const tell = <E extends Event>(to: Speaker, event: E, message: Body<E>): void => void to.emit(event, message)

/** The window that sent a command. */
export type Window = {
  readonly userId: string
  /** Tells this window alone. */
  readonly tell: <E extends Event>(event: E, message: Body<E>) => void
  /** Tells the user's other windows. */
  readonly tellOthers: <E extends Event>(event: E, message: Body<E>) => void
}
export type Commands = { readonly [C in AgentCommand]: (window: Window, message: z.output<(typeof agentCommands)[C]>) => Promise<void> }

type Deps = Admission & { readonly io: Server; readonly commands: Commands; readonly onFault: (fault: WireFault) => void }

/** Tells all windows of a user. */
export type AgentVoice = {
  readonly tell: <E extends Event>(userId: string, event: E, message: Body<E>) => void
  /** A piece of a stream: not kept for connections that come back, and left out where a window has not taken the last ones. */
  readonly stream: (userId: string, piece: Body<'partial'>) => void
}

/** Pieces that may wait for a connection that is slow to take them. */
const UNTAKEN_PIECES = 8

export const agentVoice = (io: Server): AgentVoice => {
  const agent = io.of(AGENT_NAMESPACE)
  const untaken = new WeakMap<object, number>()
  const write = (connection: Socket['conn'], packet: string): void => {
    const waiting = untaken.get(connection) ?? 0
    if (waiting >= UNTAKEN_PIECES) return
    untaken.set(connection, waiting + 1)
    connection.write(packet, {}, () => untaken.set(connection, (untaken.get(connection) ?? 1) - 1))
  }
  return {
    tell: (userId, event, message) => tell(agent.to(roomOf(userId)), event, message),
    stream: (userId, piece) => {
      // By the connection itself: Socket.IO keeps each packet for two minutes, and drops volatile ones whenever another is on its way.
      const packet = `2${AGENT_NAMESPACE},${JSON.stringify(['partial' satisfies Event, piece])}`
      for (const id of agent.adapter.rooms.get(roomOf(userId)) ?? []) {
        const socket = agent.sockets.get(id)
        if (socket !== undefined) write(socket.conn, packet)
      }
    },
  }
}

/** The namespace `/agent`: a good token is required; bad messages are answered and never end the connection. */
export function serveAgent({ io, commands, onFault, ...admission }: Deps): void {
  const agent: Namespace = io.of(AGENT_NAMESPACE)
  admitTo(agent, { mayGuestsEnter: false }, admission)
  agent.on('connection', (socket) => {
    const claims = claimsOf(socket)
    if (claims === undefined) throw new Error('a socket of /agent was let in without a session')
    // A recovered connection is in the rooms of before, and may come with another user's token.
    for (const room of socket.rooms) if (room.startsWith(ROOM_PREFIX)) void socket.leave(room)
    void socket.join(roomOf(claims.user_id))
    listen(socket, claims.user_id, { commands, onFault, onError: admission.onError })
  })
}

function listen(socket: Socket, userId: string, { commands, onFault, onError }: Pick<Deps, 'commands' | 'onFault' | 'onError'>): void {
  const window: Window = {
    userId,
    tell: (event, message) => tell(socket, event, message),
    tellOthers: (event, message) => tell(socket.to(roomOf(userId)), event, message),
  }
  socket.use(([event], next) => {
    // Unknown events have no listener: they would be dropped without a word.
    if (!Object.hasOwn(agentCommands, event)) window.tell('error', { code: 'bad_input', message: 'There is no such event on /agent.' })
    else next()
  })
  const hear = hearing(agentCommands, (fault, _emitter, message) => {
    onFault(fault)
    window.tell('error', { code: 'bad_input', message: faultText(fault), ...referenceOf(message) })
  })
  const answer = <C extends AgentCommand>(command: C): void =>
    hear(socket, command, (message) => {
      commands[command](window, message).catch((error: unknown) => {
        const known = appErrorOf(error)
        if (known.code === 'internal' || known.code === 'unavailable') onError(error)
        window.tell('error', { code: known.code, message: known.detail, ...referenceOf(message) })
      })
    })
  for (const command of Object.keys(agentCommands) as AgentCommand[]) answer(command) // the map's own keys
}

const reference = z.catch(
  z.object({ conversation: z.catch(z.optional(z.uuid()), undefined), id: z.catch(z.optional(z.uuid()), undefined) }),
  {},
)

/** What an error refers to, as far as the message says so. */
function referenceOf(message: unknown): { conversation?: string; id?: string } {
  const { conversation, id } = z.parse(reference, message)
  return { ...(conversation !== undefined && { conversation }), ...(id !== undefined && { id }) }
}
