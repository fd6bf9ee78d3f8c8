import type { ErrorCode } from '@aerie/wire/errors'
import type { WireFault } from '@aerie/wire/hear'
import { booksOf } from '@aerie/wire/market/charts'
import { liveCommands } from '@aerie/wire/market/live-commands'
import { liveEvents } from '@aerie/wire/market/live-events'
import type { FastifyBaseLogger } from 'fastify'
import type { Server, Socket } from 'socket.io'
import { AppError } from '../../plugins/app-error.ts'
import type { Admission, Claims } from '../../sockets/admission.ts'
import { endConnection } from '../../sockets/end-connection.ts'
import { openNamespace, type Service } from '../../sockets/namespace.ts'
import { rawSocketOf } from '../../sockets/raw-socket.ts'
import type { Member } from '../../sockets/user-channel.ts'
import { pageQuery } from '../market/asset-list.ts'
import type { MarketService } from '../market/market-service.ts'
import { BookFanOut } from './book-fan-out.ts'
import { FanOut, type FanOutClient } from './fan-out.ts'
import { LIVE_NAMESPACE } from './frame.ts'
import { type LivePace, liveLoops } from './live-loops.ts'

type Deps = Pick<LiveDeps, 'verifyToken' | 'isWalletLinked' | 'onWallet' | 'onRevoked'> & {
  readonly io: Server
  readonly market: MarketService
  readonly logger: FastifyBaseLogger
  readonly pace?: LivePace
}

/** The namespace `/live` over the market of this process. Its loops run from here on: who connects while the market starts hears its first prices. */
export function liveModule({ io, market, logger, pace, ...accounts }: Deps) {
  const fan = new FanOut(market.hub)
  const books = new BookFanOut({ market: market.hub, onError: (error) => logger.error({ err: error }, 'a book could not be read') })
  serveLive({
    io,
    fan,
    books,
    ...accounts,
    onFault: ({ event, errors }) => logger.debug({ event, fields: Object.keys(errors) }, 'a message on /live was refused'),
    onError: (error) => logger.error({ err: error }, 'a command on /live failed'),
  })
  const stop = liveLoops({
    fan,
    books,
    onPrices: market.onPrices,
    onStatus: market.onStatus,
    onBeginAnew: market.onBeginAnew,
    hasCoins: () => market.hub.hasCoins(),
    ...(pace && { pace }),
  })
  return { name: 'live', stop, clients: () => fan.size() }
}

type LiveDeps = Admission & {
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

/** Untaken bytes at which a client that keeps asking is given up: it reads nothing. */
const HOPELESS_BYTES = 512 * 1024
const HOPELESS = { code: 'rate_limited', message: 'This connection is too slow and was closed.' } as const

const OPEN = 1

/** A connected client of `/live`: whole frames go past Socket.IO's packet queue, straight to its WebSocket. */
export function liveClient(io: Server, { conn }: Pick<Socket, 'conn'>): FanOutClient & { readonly writtenBytes: () => number } {
  const raw = rawSocketOf(conn)
  let written = 0
  return {
    buffered: () => raw?.bufferedAmount ?? 0,
    write: (frame) => {
      if (raw === undefined || raw.readyState !== OPEN) return
      if (raw.bufferedAmount > HOPELESS_BYTES) return endConnection(io, conn, HOPELESS)
      written += frame.length
      raw._sender.sendFrame([frame])
    },
    writtenBytes: () => written,
  }
}
