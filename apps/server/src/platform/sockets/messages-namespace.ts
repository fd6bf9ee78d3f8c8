import { setTimeout as sleep } from 'node:timers/promises'
import { coalesce } from '@aerie/runtime/coalesce'
import { type MarketDataMessage, messagesCommands, messagesEvents } from '@aerie/wire/market/market-data'
import { type HasListener, type Notify, notice } from '@aerie/wire/notices'
import type { Server, Socket } from 'socket.io'
import type { Bus } from '../bus/bus.ts'
import { NOTICES_CHANNEL, TRADING_CHANNEL } from '../user-notices.ts'
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
  const { io, bus } = deps
  const trading = bus?.isShared === true ? tradingNotices(bus, (userId, sent) => channel.emitHere(userId, 'notify', sent)) : undefined
  const reconnect = coalesce(() => reconnectAll(io))
  bus?.onGap((missed) => {
    if (missed === undefined || missed === NOTICES_CHANNEL || missed.startsWith(SOCKETS_CHANNEL)) void reconnect()
    else if (missed.startsWith(TRADING_CHANNEL)) trading?.reconnect(missed.slice(TRADING_CHANNEL.length))
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
    ...(trading && { prepare: ({ conn }: Socket, userId: string) => trading.follow(conn, userId) }),
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
    // `userNotices` publishes them to the other processes.
    notify: (userId, notice) => channel.emitHere(userId, 'notify', notice),
    onSession: (listener) => {
      collect = listener
    },
  }
}

/** Trading notices of other processes about users that have a connection here. */
function tradingNotices(bus: Bus, onNotice: Notify) {
  const followed = new Map<string, { readonly connections: Set<Connection>; readonly unfollow: Promise<() => void> }>()
  const follow = (userId: string) => {
    const present = followed.get(userId)
    if (present !== undefined) return present
    const unfollow = bus.follow(`${TRADING_CHANNEL}${userId}`, (message) => onNotice(userId, notice.parse(message)))
    const made = { connections: new Set<Connection>(), unfollow }
    followed.set(userId, made)
    return made
  }
  return {
    /** Until the connection closes. Resolves once notices arrive here, so that none is missed after the client has read its orders. */
    follow: async (connection: Connection, userId: string): Promise<void> => {
      if (connection.readyState === 'closed') return
      const { connections, unfollow } = follow(userId)
      if (!connections.has(connection))
        connection.once('close', () => {
          connections.delete(connection)
          if (connections.size > 0) return
          followed.delete(userId)
          void unfollow.then((stop) => stop())
        })
      connections.add(connection)
      await unfollow
    },
    reconnect: (userId: string): void => {
      for (const connection of followed.get(userId)?.connections ?? []) connection.close()
    },
  }
}

type Connection = Socket['conn']

const RECONNECT_WITHIN_MS = 5_000

/** Messages from other processes were lost: clients read everything again when they reconnect. Spread out, as each reads a lot. */
async function reconnectAll(io: Server): Promise<void> {
  for (const { conn } of io.of('/messages').sockets.values()) setTimeout(() => conn.close(), Math.random() * RECONNECT_WITHIN_MS).unref()
  await sleep(RECONNECT_WITHIN_MS, undefined, { ref: false })
}
