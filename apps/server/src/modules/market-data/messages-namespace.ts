import type { MarketDataMessage, messagesEvents, Notice } from '@aerie/wire/market-data'
import type { Namespace, Server } from 'socket.io'
import type * as z from 'zod/mini'
import { type Admission, admitTo, claimsOf, givenToken } from '../../sockets/admission.ts'

const MESSAGES_NAMESPACE = '/messages'

type Deps = Admission & {
  readonly io: Server
  /** What waits for a session that has just connected. */
  readonly collect: (sessionId: string) => readonly MarketDataMessage[]
  readonly isOutdated: IsOutdated
}
/** Whether a good token says of its user what holds no more. */
export type IsOutdated = (token: string) => Promise<boolean>

/** A user may be connected more than once: results go to the session that asked, notices to all of the user's. */
const ROOM = /^(session|user):/
const roomOf = (sessionId: string): string => `session:${sessionId}`
const userRoomOf = (userId: string): string => `user:${userId}`

/** What reaches the sockets of `/messages`. */
export type MessagesVoice = {
  /** Tells the sockets of a session. Whether there was any. */
  readonly tell: (sessionId: string, message: MarketDataMessage) => boolean
  /** Tells all sockets of a user that something is to be read again. Who was not there hears it when they come. */
  readonly notify: (userId: string, notice: Notice) => void
}

type Event = keyof typeof messagesEvents
type Speaker = { emit(event: string, message: unknown): unknown }
const tell = <E extends Event>(to: Speaker, event: E, message: z.output<(typeof messagesEvents)[E]>): void => void to.emit(event, message)

/** The namespace `/messages`: a good token is required. */
export function serveMessages({ io, collect, isOutdated, ...admission }: Deps): MessagesVoice {
  const messages: Namespace = io.of(MESSAGES_NAMESPACE)
  admitTo(messages, { mayGuestsEnter: false }, admission)
  messages.on('connection', (socket) => {
    const claims = claimsOf(socket)
    if (claims === undefined) throw new Error('a socket of /messages was let in without a session')
    // Nothing is heard here, and whoever speaks is told so; floods end the connection (flood-guard.ts).
    socket.use((_packet, _next) => tell(socket, 'error', { code: 'bad_input', message: 'There is nothing to send on /messages.' }))
    // A recovered connection is in the rooms of before, and may come with another session's token.
    for (const room of socket.rooms) if (ROOM.test(room)) void socket.leave(room)
    void socket.join([roomOf(claims.sid), userRoomOf(claims.user_id)])
    for (const message of collect(claims.sid)) tell(socket, 'message', message)
    // Once it is in the rooms, so that no change falls between: what it has missed, its token shows.
    const token = String(givenToken(socket))
    isOutdated(token).then((isBehind) => isBehind && tell(socket, 'notify', { kind: 'entitlements' }), admission.onError)
  })
  return {
    tell: (sessionId, message) => {
      const room = roomOf(sessionId)
      if (!messages.adapter.rooms.get(room)?.size) return false
      tell(messages.to(room), 'message', message)
      return true
    },
    notify: (userId, notice) => tell(messages.to(userRoomOf(userId)), 'notify', notice),
  }
}
