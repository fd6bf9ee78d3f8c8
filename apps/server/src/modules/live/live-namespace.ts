import { booksOf } from '@aerie/wire/charts'
import type { ErrorCode } from '@aerie/wire/errors'
import { hearing, type WireFault } from '@aerie/wire/hear'
import { liveCommands } from '@aerie/wire/live-commands'
import type { Server, Socket } from 'socket.io'
import { type Admission, admitTo, type Claims, claimsOf } from '../../sockets/admission.ts'
import { faultText } from '../../sockets/fault-text.ts'
import { pageQuery } from '../market/asset-list.ts'
import type { BookFan } from './book-fan.ts'
import type { FanOut } from './fan-out.ts'
import { LIVE_NAMESPACE } from './frame.ts'
import { liveClient } from './live-client.ts'

export type LiveDeps = Admission & {
  readonly io: Server
  readonly fan: FanOut
  readonly books: BookFan
  readonly isWalletLinked: (userId: string, wallet: string) => Promise<boolean>
  /** Told of a user who says, rightly, that a wallet of theirs was connected or disconnected. */
  readonly onWallet: (userId: string) => Promise<void>
  readonly onFault: (fault: WireFault) => void
}

/** The namespace `/live`: guests too, but a token that is there must be good. */
export function serveLive(deps: LiveDeps): void {
  const live = deps.io.of(LIVE_NAMESPACE)
  admitTo(live, { mayGuestsEnter: true }, deps)
  live.on('connection', (socket) => serveClient(socket, deps))
}

function serveClient(socket: Socket, deps: LiveDeps): void {
  const { fan, books } = deps
  const client = liveClient(socket)
  fan.join(client)
  socket.on('disconnect', () => {
    fan.leave(client)
    books.leave(client)
  })

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
  hear(socket, 'board', ({ show }) => fan.showBoard(client, show))
  hear(socket, 'book', (request) => books.show(client, booksOf(request)))
  const refuse = ([code, message]: Refusal): void => client.tell('wallet_error', { code, message })
  const onNotice = (notice: WalletNotice): void => {
    const own = claimsOf(socket)
    walletRefusal(notice, own, deps).then(
      (refusal) => {
        if (refusal !== undefined) refuse(refusal)
        else if (own !== undefined) deps.onWallet(own.user_id).catch(deps.onError)
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
