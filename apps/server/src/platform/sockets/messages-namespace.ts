import { setTimeout as sleep } from 'node:timers/promises'
import { coalesce } from '@aerie/runtime/coalesce'
import { type MarketDataMessage, messagesCommands, messagesEvents } from '@aerie/wire/market/market-data'
import type { HasListener, Notify } from '@aerie/wire/notices'
import type { Server, Socket } from 'socket.io'
import type { Bus } from '../bus/bus.ts'
import { NOTICES_CHANNEL } from '../user-notices.ts'
import { type Admission, type Claims, handshakeToken } from './admission.ts'
import { openNamespace } from './namespace.ts'
import { type Member, SOCKETS_CHANNEL } from './user-channel.ts'

type Deps = Admission & {
  readonly io: Server
  readonly bus?: Bus
  readonly isOutdated: (token: string) => Promise<boolean>
}

export type MessagesChannel = {
  /** To the sockets at this process. @returns whether the session has any */
  readonly emitToSession: (session: Claims, message: MarketDataMessage) => boolean
  readonly notify: Notify
  readonly hasListener: HasListener
  /** The returned messages are sent to the newly connected session. */
  readonly onSession: (collect: (session: Claims) => readonly MarketDataMessage[]) => void
}

/** `/messages`: requires a token, accepts no commands. */
export function serveMessages({ isOutdated, ...deps }: Deps): MessagesChannel {
  const reconnect = coalesce(() => reconnectAll(deps.io))
  deps.bus?.onGap((channel) => {
    if (channel === undefined || channel === NOTICES_CHANNEL || channel.startsWith(SOCKETS_CHANNEL)) void reconnect()
  })
  let collect: (session: Claims) => readonly MarketDataMessage[] = () => []
  const greet = async (member: Member<typeof messagesEvents>, socket: Socket): Promise<void> => {
    // After joining the channel, so that no change is missed: earlier ones show in the token.
    if ((await isOutdated(String(handshakeToken(socket)))) && member.isConnected()) member.emit('notify', { kind: 'entitlements' })
  }
  const channel = openNamespace({
    ...deps,
    name: '/messages',
    mayGuestsEnter: false,
    commands: messagesCommands,
    events: messagesEvents,
    serve: (member, socket) => {
      if (member.claims === undefined) throw new Error('a socket of /messages was let in without a session')
      for (const message of collect(member.claims)) member.emit('message', message)
      greet(member, socket).catch(deps.onError)
      return { handlers: {} }
    },
  })
  return {
    emitToSession: (session, message) => channel.emitToSession(session, 'message', message),
    hasListener: (userId) => channel.count(userId) > 0,
    // Notices reach the other processes by themselves, see `userNotices`.
    notify: (userId, notice) => channel.emitHere(userId, 'notify', notice),
    onSession: (listener) => {
      collect = listener
    },
  }
}

const RECONNECT_WITHIN_MS = 5_000

/** Messages from other processes were lost: clients read everything again when they reconnect. Spread out, as each reads a lot. */
async function reconnectAll(io: Server): Promise<void> {
  for (const { conn } of io.of('/messages').sockets.values()) setTimeout(() => conn.close(), Math.random() * RECONNECT_WITHIN_MS).unref()
  await sleep(RECONNECT_WITHIN_MS, undefined, { ref: false })
}
