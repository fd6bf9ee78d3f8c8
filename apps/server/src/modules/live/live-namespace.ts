import type { ErrorCode } from '@aerie/wire/errors'
import type { WireFault } from '@aerie/wire/hear'
import { booksOf } from '@aerie/wire/market/charts'
import { liveCommands } from '@aerie/wire/market/live-commands'
import { liveEvents } from '@aerie/wire/market/live-events'
import type { Server, Socket } from 'socket.io'
import { AppError } from '../../plugins/app-error.ts'
import type { Admission, Claims } from '../../sockets/admission.ts'
import { openNamespace, type Service } from '../../sockets/namespace.ts'
import type { Member } from '../../sockets/user-channel.ts'
import { pageQuery } from '../market/asset-list.ts'
import type { BookFanOut } from './book-fan-out.ts'
import type { FanOut } from './fan-out.ts'
import { LIVE_NAMESPACE } from './frame.ts'
import { liveClient } from './live-client.ts'

export type LiveDeps = Admission & {
  readonly io: Server
  readonly fan: FanOut
  readonly books: BookFanOut
  readonly isWalletLinked: (userId: string, wallet: string) => Promise<boolean>
  /** Told of a user who says, rightly, that a wallet of theirs was connected or disconnected. */
  readonly onWallet: (userId: string) => Promise<void>
  readonly onFault: (fault: WireFault) => void
}

/** The namespace `/live`: guests too, but a token that is there must be good. */
export function serveLive(deps: LiveDeps): void {
  openNamespace({
    ...deps,
    name: LIVE_NAMESPACE,
    mayGuestsEnter: true,
    commands: liveCommands,
    events: liveEvents,
    serve: (member, socket) => serveClient(member, socket, deps),
  })
}

type LiveMember = Member<typeof liveEvents>

function serveClient(member: LiveMember, socket: Socket, deps: LiveDeps): Service<typeof liveCommands> {
  const { fan, books } = deps
  const client = liveClient(deps.io, socket)
  const onNotice = (notice: WalletNotice): Promise<void> => hearWallet(notice, member, deps)
  fan.join(client)
  return {
    // A stream has nothing to recover: after a loss of connection a client asks again for what it shows.
    handlers: {
      assets: (request) => fan.showPage(client, pageQuery(request)),
      watch: ({ symbols }) => fan.watch(client, symbols),
      board: ({ show }) => fan.showBoard(client, show),
      book: (request) => books.show(client, booksOf(request)),
      wallet_connect: onNotice,
      wallet_disconnect: onNotice,
    },
    onLeave: () => {
      fan.leave(client)
      books.leave(client)
    },
    writtenBytes: client.writtenBytes,
  }
}

type WalletNotice = { readonly wallet: string; readonly token: string }

/** Passes on what the owner of a wallet says of it; others are refused with a `wallet_error`. */
async function hearWallet(notice: WalletNotice, member: LiveMember, deps: LiveDeps): Promise<void> {
  const refuse = (code: ErrorCode, message: string): void => member.tell('wallet_error', { code, message })
  try {
    const owner = await ownerOf(notice, member.claims, deps)
    deps.onWallet(owner.user_id).catch(deps.onError)
  } catch (error) {
    if (error instanceof AppError) return refuse(error.code, error.detail)
    deps.onError(error)
    refuse('unavailable', 'The wallet could not be checked right now.')
  }
}

/** Whose notice it is: it must come from its owner, for a wallet that is linked to that account. */
async function ownerOf({ wallet, token }: WalletNotice, own: Claims | undefined, deps: LiveDeps): Promise<Claims> {
  const claims = await deps.verifyToken(token)
  if (claims === null) throw refusal('invalid_token', 'The token is not valid: log in again.')
  if (own === undefined) throw refusal('unauthenticated', 'Connect with your token first.')
  if (claims.user_id !== own.user_id) throw refusal('forbidden', 'The token belongs to another account.')
  if (!(await deps.isWalletLinked(own.user_id, wallet))) throw refusal('wallet_not_linked', 'Link this wallet to your account first.')
  return own
}

const refusal = (code: ErrorCode, detail: string): AppError => new AppError(code, { detail })
