import type { AccessClaims } from '@aerie/wire/account/accounts'
import { INVALID_TOKEN_MESSAGE } from '@aerie/wire/market/live-socket'
import type { Namespace, Socket } from 'socket.io'

export type Claims = Pick<AccessClaims, 'user_id' | 'sid'>

export type Admission = {
  /** Null unless signed by us, unexpired and with a live session. */
  readonly verifyToken: (token: string) => Promise<Claims | null>
  readonly onRevoked: (listener: (sessionId: string) => void) => void
  readonly onError: (error: unknown) => void
}

type SocketMemory = { claims?: Claims }
const memoryOf = (socket: Socket): SocketMemory => socket.data
/** Socket.IO types it as any. */
export const handshakeToken = ({ handshake }: Socket): unknown => handshake.auth.token

export const claimsOf = (socket: Socket): Claims | undefined => memoryOf(socket).claims

export const TOO_MANY_SOCKETS = 'Too many connections: close some windows.'

type AdmissionPolicy = {
  readonly mayGuestsEnter: boolean
  readonly refuseGuest: (socket: Socket) => string | undefined
  readonly isFull: (userId: string) => boolean
  /** Awaited before a user's socket enters. */
  readonly prepare: ((socket: Socket, userId: string) => Promise<void>) | undefined
}

export function admitTo(namespace: Namespace, policy: AdmissionPolicy, deps: Admission): void {
  const entering = new WeakSet<object>()
  namespace.use((socket, next) => {
    if (entering.has(socket.conn)) {
      // Socket.IO would admit two simultaneous requests on one connection; it closes later duplicates itself.
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
    // Closes the transport instead of rejecting: the client reconnects and then receives the reason.
    for (const socket of namespace.sockets.values()) if (claimsOf(socket)?.sid === sessionId) socket.conn.close(true)
  })
}

async function refusalOf(
  socket: Socket,
  { mayGuestsEnter, refuseGuest, isFull, prepare }: AdmissionPolicy,
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
  await prepare?.(socket, claims.user_id)
  memory.claims = { user_id: claims.user_id, sid: claims.sid }
  return undefined
}

/** Covers a session revoked between token check and registration, which `onRevoked` misses. */
export async function closeIfRevokedMeanwhile(socket: Socket, { verifyToken }: Pick<Admission, 'verifyToken'>): Promise<void> {
  const token = handshakeToken(socket)
  if (typeof token === 'string' && (await verifyToken(token)) === null) socket.conn.close(true)
}
