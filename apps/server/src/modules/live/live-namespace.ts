import type { AccessClaims } from '@aerie/wire/accounts'
import type { ErrorCode } from '@aerie/wire/errors'
import { hearing, type WireFault } from '@aerie/wire/hear'
import { INVALID_TOKEN_MESSAGE, liveCommands } from '@aerie/wire/live-events'
import type { Server, Socket } from 'socket.io'
import { pageQuery } from '../market/asset-list.ts'
import type { FanOut } from './fan-out.ts'
import { LIVE_NAMESPACE } from './frame.ts'
import { liveClient } from './live-client.ts'

type Claims = Pick<AccessClaims, 'user_id' | 'sid'>

export type LiveDeps = {
  readonly io: Server
  readonly fan: FanOut
  /** The claims of a token that is good now: signed by us, not expired, its session alive. */
  readonly verifyToken: (token: string) => Promise<Claims | null>
  readonly isWalletLinked: (userId: string, wallet: string) => Promise<boolean>
  /** Calls back with each session that has been ended. */
  readonly onRevoked: (listener: (sessionId: string) => void) => void
  readonly onFault: (fault: WireFault) => void
  readonly onError: (error: unknown) => void
}

type SocketMemory = { claims?: Claims }
const memoryOf = (socket: Socket): SocketMemory => socket.data as SocketMemory // Socket.IO types it as any
/** What the client gave as its token; Socket.IO types it as any. */
const givenToken = ({ handshake }: Socket): unknown => (handshake.auth as { token?: unknown }).token

/** The namespace `/live`: guests too, but a token that is there must be good. */
export function serveLive(deps: LiveDeps): void {
  const live = deps.io.of(LIVE_NAMESPACE)
  live.use((socket, next) => {
    admit(socket, deps).then(
      (isGood) => next(isGood ? undefined : new Error(INVALID_TOKEN_MESSAGE)),
      (error: unknown) => {
        deps.onError(error)
        next(new Error('The server cannot check tokens right now'))
      },
    )
  })
  live.on('connection', (socket) => {
    serveClient(socket, deps)
    closeIfRevokedMeanwhile(socket, deps)
  })
  deps.onRevoked((sessionId) => {
    // The transport is closed, not the session refused: the client comes back by itself and hears why it may not.
    for (const socket of live.sockets.values()) if (memoryOf(socket).claims?.sid === sessionId) socket.conn.close(true)
  })
}

async function admit(socket: Socket, { verifyToken }: LiveDeps): Promise<boolean> {
  const memory = memoryOf(socket)
  delete memory.claims
  const token = givenToken(socket)
  if (token === undefined || token === null) return true
  if (typeof token !== 'string') return false
  const claims = await verifyToken(token)
  if (claims === null) return false
  memory.claims = { user_id: claims.user_id, sid: claims.sid }
  return true
}

/** A session that ended after its token was read and before this socket was listed would be missed by `onRevoked`. */
function closeIfRevokedMeanwhile(socket: Socket, { verifyToken, onError }: LiveDeps): void {
  const token = givenToken(socket)
  if (typeof token !== 'string') return
  verifyToken(token).then((claims) => {
    if (claims === null) socket.conn.close(true)
  }, onError)
}

function serveClient(socket: Socket, deps: LiveDeps): void {
  const { fan } = deps
  const client = liveClient(socket)
  const memory = memoryOf(socket)
  fan.join(client)
  socket.on('disconnect', () => fan.leave(client))

  socket.use(([event], next) => {
    // Unknown events have no listener: they would be dropped without a word.
    if (!Object.hasOwn(liveCommands, event)) client.tell('error', { code: 'bad_input', message: 'There is no such event on /live.' })
    else next()
  })
  const hear = hearing(liveCommands, (fault) => {
    deps.onFault(fault)
    client.tell('error', { code: 'bad_input', message: faultText(fault) })
  })
  // A stream has nothing to recover: after a loss of connection a client asks again for what it shows.
  hear(socket, 'assets', (request) => fan.showPage(client, pageQuery(request)))
  hear(socket, 'watch', ({ symbols }) => fan.watch(client, symbols))
  const refuse = ([code, message]: Refusal): void => client.tell('wallet_error', { code, message })
  const onNotice = (notice: WalletNotice): void => {
    walletRefusal(notice, memory.claims, deps).then(
      (refusal) => {
        if (refusal !== undefined) refuse(refusal)
      },
      (error: unknown) => {
        deps.onError(error)
        refuse(['unavailable', 'The wallet could not be checked right now.'])
      },
    )
  }
  hear(socket, 'wallet_connect', onNotice)
  hear(socket, 'wallet_disconnect', onNotice)
}

type Refusal = readonly [code: ErrorCode, message: string]
type WalletNotice = { readonly wallet: string; readonly token: string }

/** Why a notice of a wallet is not believed: it must come from its owner, for a wallet that is linked to that account. */
async function walletRefusal({ wallet, token }: WalletNotice, own: Claims | undefined, deps: LiveDeps): Promise<Refusal | undefined> {
  const claims = await deps.verifyToken(token)
  if (claims === null) return ['invalid_token', 'The token is not valid: log in again.']
  if (own === undefined) return ['unauthenticated', 'Connect with your token first.']
  if (claims.user_id !== own.user_id) return ['forbidden', 'The token belongs to another account.']
  if (!(await deps.isWalletLinked(own.user_id, wallet))) return ['wallet_not_linked', 'Link this wallet to your account first.']
  return undefined
}

const faultText = ({ event, errors }: WireFault): string => {
  const [field, messages] = Object.entries(errors)[0] ?? ['', []]
  return `${event}: ${field === '' ? '' : `${field}: `}${messages[0] ?? 'not as expected'}`.slice(0, 300)
}
