import type { AccessClaims } from '@aerie/wire/account/accounts'
import { INVALID_TOKEN_MESSAGE } from '@aerie/wire/market/live-events'
import type { Namespace, Socket } from 'socket.io'

/** Whose connection it is. */
export type Claims = Pick<AccessClaims, 'user_id' | 'sid'>

export type Admission = {
  /** The claims of a token that is good now: signed by us, not expired, its session alive. */
  readonly verifyToken: (token: string) => Promise<Claims | null>
  /** Calls back with each session that has been ended. */
  readonly onRevoked: (listener: (sessionId: string) => void) => void
  readonly onError: (error: unknown) => void
}

type SocketMemory = { claims?: Claims }
const memoryOf = (socket: Socket): SocketMemory => socket.data // Socket.IO types it as any
/** What the client gave as its token; Socket.IO types it as any. */
export const handshakeToken = ({ handshake }: Socket): unknown => handshake.auth.token

/** Who a socket belongs to; undefined for a guest. */
export const claimsOf = (socket: Socket): Claims | undefined => memoryOf(socket).claims

export const TOO_MANY_SOCKETS = 'Too many connections: close some windows.'

type AdmissionPolicy = {
  readonly mayGuestsEnter: boolean
  /** Why a guest may not enter; undefined where one may. */
  readonly refuseGuest: (socket: Socket) => string | undefined
  /** Whether a user has as many sockets here as there may be. */
  readonly isFull: (userId: string) => boolean
}

/** Lets in whose token is good, and guests where they may; cuts whose session has been ended. */
export function admitTo(namespace: Namespace, policy: AdmissionPolicy, deps: Admission): void {
  const entering = new WeakSet<object>()
  namespace.use((socket, next) => {
    if (entering.has(socket.conn)) {
      // Asked twice on one connection, Socket.IO would let it in twice. It closes one that asks again later, too.
      next(new Error('This connection has asked already'))
      socket.conn.close(true)
      return
    }
    entering.add(socket.conn)
    refusalOf(socket, policy, deps)
      .catch((error: unknown) => {
        deps.onError(error)
        return 'The server cannot check tokens right now'
      })
      .then((refusal) => {
        entering.delete(socket.conn)
        next(refusal === undefined ? undefined : new Error(refusal))
      })
      .catch(deps.onError)
  })
  deps.onRevoked((sessionId) => {
    // The transport is closed, not the session refused: the client comes back by itself and hears why it may not.
    for (const socket of namespace.sockets.values()) if (claimsOf(socket)?.sid === sessionId) socket.conn.close(true)
  })
}

/** Why a socket may not enter, in the words for its client. */
async function refusalOf(
  socket: Socket,
  { mayGuestsEnter, refuseGuest, isFull }: AdmissionPolicy,
  { verifyToken }: Admission,
): Promise<string | undefined> {
  const memory = memoryOf(socket)
  delete memory.claims
  const token = handshakeToken(socket)
  if ((token === undefined || token === null) && mayGuestsEnter) return refuseGuest(socket)
  if (typeof token !== 'string') return INVALID_TOKEN_MESSAGE
  const claims = await verifyToken(token)
  if (claims === null) return INVALID_TOKEN_MESSAGE
  if (isFull(claims.user_id)) return TOO_MANY_SOCKETS
  memory.claims = { user_id: claims.user_id, sid: claims.sid }
  return undefined
}

/** A session that ended after its token was read and before this socket was listed would be missed by `onRevoked`. */
export async function closeIfRevokedMeanwhile(socket: Socket, { verifyToken }: Pick<Admission, 'verifyToken'>): Promise<void> {
  const token = handshakeToken(socket)
  if (typeof token === 'string' && (await verifyToken(token)) === null) socket.conn.close(true)
}
