import type { MarketDataMessage, messagesEvents } from '@aerie/wire/market-data'
import type { Namespace, Server } from 'socket.io'
import type * as z from 'zod/mini'
import { type Admission, admitTo, claimsOf } from '../../sockets/admission.ts'

const MESSAGES_NAMESPACE = '/messages'

type Deps = Admission & {
  readonly io: Server
  /** What waits for a session that has just connected. */
  readonly collect: (sessionId: string) => readonly MarketDataMessage[]
}

/** A user may be connected more than once: results go to the session that asked and to nobody else. */
const ROOM_PREFIX = 'session:'
const roomOf = (sessionId: string): string => `${ROOM_PREFIX}${sessionId}`

type Event = keyof typeof messagesEvents
type Speaker = { emit(event: string, message: unknown): unknown }
const tell = <E extends Event>(to: Speaker, event: E, message: z.output<(typeof messagesEvents)[E]>): void => void to.emit(event, message)

/**
 * The namespace `/messages`: a good token is required. @returns tells the sockets of a session, and whether there was any
 */
export function serveMessages({ io, collect, ...admission }: Deps): (sessionId: string, message: MarketDataMessage) => boolean {
  const messages: Namespace = io.of(MESSAGES_NAMESPACE)
  admitTo(messages, { mayGuestsEnter: false }, admission)
  messages.on('connection', (socket) => {
    const claims = claimsOf(socket)
    if (claims === undefined) throw new Error('a socket of /messages was let in without a session')
    // Nothing is heard here, and whoever speaks is told so; floods end the connection (flood-guard.ts).
    socket.use((_packet, _next) => tell(socket, 'error', { code: 'bad_input', message: 'There is nothing to send on /messages.' }))
    // A recovered connection is in the rooms of before, and may come with another session's token.
    for (const room of socket.rooms) if (room.startsWith(ROOM_PREFIX)) void socket.leave(room)
    void socket.join(roomOf(claims.sid))
    for (const message of collect(claims.sid)) tell(socket, 'message', message)
  })
  return (sessionId, message) => {
    const room = roomOf(sessionId)
    if (!messages.adapter.rooms.get(room)?.size) return false
    tell(messages.to(room), 'message', message)
    return true
  }
}
