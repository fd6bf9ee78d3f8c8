import { type MarketDataMessage, messagesCommands, messagesEvents } from '@aerie/wire/market/market-data'
import type { IsHeard, Notify } from '@aerie/wire/notices'
import type { Server, Socket } from 'socket.io'
import { type Admission, type Claims, handshakeToken } from './admission.ts'
import { openNamespace } from './namespace.ts'
import type { Member } from './user-channel.ts'

type Deps = Admission & {
  readonly io: Server
  /** Whether a good token says of its user what holds no more. */
  readonly isOutdated: (token: string) => Promise<boolean>
}

/** What reaches the sockets of `/messages`. */
export type MessagesChannel = {
  /** Tells the sockets of a session. Whether there was any. */
  readonly tellSession: (session: Claims, message: MarketDataMessage) => boolean
  /** Tells all sockets of a user that something is to be read again. */
  readonly notify: Notify
  /** Whether a user has a socket here. */
  readonly isHeard: IsHeard
  /** Calls back with each session that has just connected: what it gives is told there. */
  readonly onSession: (collect: (session: Claims) => readonly MarketDataMessage[]) => void
}

/** The namespace `/messages`: a good token is required, and nothing is heard. */
export function serveMessages({ isOutdated, ...deps }: Deps): MessagesChannel {
  let collect: (session: Claims) => readonly MarketDataMessage[] = () => []
  const greet = async (member: Member<typeof messagesEvents>, socket: Socket): Promise<void> => {
    // Once it is in the channel, so that no change falls between: what it has missed, its token shows.
    if ((await isOutdated(String(handshakeToken(socket)))) && member.isConnected()) member.tell('notify', { kind: 'entitlements' })
  }
  const channel = openNamespace({
    ...deps,
    name: '/messages',
    mayGuestsEnter: false,
    commands: messagesCommands,
    events: messagesEvents,
    serve: (member, socket) => {
      if (member.claims === undefined) throw new Error('a socket of /messages was let in without a session')
      for (const message of collect(member.claims)) member.tell('message', message)
      greet(member, socket).catch(deps.onError)
      return { handlers: {} }
    },
  })
  return {
    tellSession: (session, message) => channel.tellSession(session, 'message', message),
    isHeard: (userId) => channel.count(userId) > 0,
    notify: (userId, notice) => channel.tell(userId, 'notify', notice),
    onSession: (listener) => {
      collect = listener
    },
  }
}
