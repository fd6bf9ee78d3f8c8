import type { AccessClaims } from '@aerie/wire/accounts'
import { INVALID_TOKEN_MESSAGE } from '@aerie/wire/live-events'
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
const memoryOf = (socket: Socket): SocketMemory => socket.data as SocketMemory // Socket.IO types it as any
/** What the client gave as its token; Socket.IO types it as any. */
export const givenToken = ({ handshake }: Socket): unknown => (handshake.auth as { token?: unknown }).token

/** Who a socket belongs to; undefined for a guest. */
export const claimsOf = (socket: Socket): Claims | undefined => memoryOf(socket).claims

/** Lets in whose token is good, and guests where they may, in the words of SPEC.md; cuts whose session has been ended. */
export function admitTo(namespace: Namespace, { mayGuestsEnter }: { mayGuestsEnter: boolean }, deps: Admission): void {
  namespace.use((socket, next) => {
    isAdmitted(socket, mayGuestsEnter, deps).then(
      (isGood) => next(isGood ? undefined : new Error(INVALID_TOKEN_MESSAGE)),
      (error: unknown) => {
        deps.onError(error)
        next(new Error('The server cannot check tokens right now'))
      },
    )
  })
  namespace.on('connection', (socket) => closeIfRevokedMeanwhile(socket, deps))
  deps.onRevoked((sessionId) => {
    // The transport is closed, not the session refused: the client comes back by itself and hears why it may not.
    for (const socket of namespace.sockets.values()) if (claimsOf(socket)?.sid === sessionId) socket.conn.close(true)
  })
}

async function isAdmitted(socket: Socket, mayGuestsEnter: boolean, { verifyToken }: Admission): Promise<boolean> {
  const memory = memoryOf(socket)
  delete memory.claims
  const token = givenToken(socket)
  if (token === undefined || token === null) return mayGuestsEnter
  if (typeof token !== 'string') return false
  const claims = await verifyToken(token)
  if (claims === null) return false
  memory.claims = { user_id: claims.user_id, sid: claims.sid }
  return true
}

/** A session that ended after its token was read and before this socket was listed would be missed by `onRevoked`. */
function closeIfRevokedMeanwhile(socket: Socket, { verifyToken, onError }: Admission): void {
  const token = givenToken(socket)
  if (typeof token !== 'string') return
  verifyToken(token).then((claims) => {
    if (claims === null) socket.conn.close(true)
  }, onError)
}
