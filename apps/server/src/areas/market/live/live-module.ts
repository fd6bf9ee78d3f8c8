import type { ErrorCode } from '@aerie/wire/errors'
import type { WireFault } from '@aerie/wire/event-subscriber'
import { booksOf } from '@aerie/wire/market/charts'
import { liveCommands, liveEvents } from '@aerie/wire/market/live-socket'
import type { FastifyBaseLogger } from 'fastify'
import type { Server, Socket } from 'socket.io'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Admission, Claims } from '../../../platform/sockets/admission.ts'
import { openNamespace, type Service } from '../../../platform/sockets/namespace.ts'
import { endConnection } from '../../../platform/sockets/outgoing.ts'
import { rawSocketOf } from '../../../platform/sockets/raw-socket.ts'
import type { Member } from '../../../platform/sockets/user-channel.ts'
import { pageQuery } from '../asset-list.ts'
import type { MarketService } from '../service.ts'
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
    onReset: market.onReset,
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
  readonly onWallet: (userId: string) => Promise<void>
  readonly onFault: (fault: WireFault) => void
}

/** Namespace `/live`: allows guests, but rejects invalid tokens. */
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
  const onNotice = (notice: WalletNotice): Promise<void> => handleWalletNotice(notice, member, deps)
  fan.join(client)
  return {
    // No connection state recovery: clients resubscribe after a reconnect.
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

/** Forwards a wallet notice from the wallet's owner; others get a `wallet_error`. */
async function handleWalletNotice(notice: WalletNotice, member: LiveMember, deps: LiveDeps): Promise<void> {
  const refuse = (code: ErrorCode, message: string): void => member.emit('wallet_error', { code, message })
  try {
    const owner = await ownerOf(notice, member.claims, deps)
    deps.onWallet(owner.user_id).catch(deps.onError)
  } catch (error) {
    if (error instanceof AppError) return refuse(error.code, error.detail)
    deps.onError(error)
    refuse('unavailable', 'The wallet could not be checked right now.')
  }
}

/** The notice must come from the account that the wallet is linked to. */
async function ownerOf({ wallet, token }: WalletNotice, own: Claims | undefined, deps: LiveDeps): Promise<Claims> {
  const claims = await deps.verifyToken(token)
  if (claims === null) throw refusal('invalid_token', 'The token is not valid: log in again.')
  if (own === undefined) throw refusal('unauthenticated', 'Connect with your token first.')
  if (claims.user_id !== own.user_id) throw refusal('forbidden', 'The token belongs to another account.')
  if (!(await deps.isWalletLinked(own.user_id, wallet))) throw refusal('wallet_not_linked', 'Link this wallet to your account first.')
  return own
}

const refusal = (code: ErrorCode, detail: string): AppError => new AppError(code, { detail })

/** Unsent bytes at which a client that keeps requesting but never reads is disconnected. */
const HOPELESS_BYTES = 512 * 1024
const HOPELESS = { code: 'rate_limited', message: 'This connection is too slow and was closed.' } as const

const OPEN = 1

/** Writes encoded frames directly to the WebSocket, bypassing Socket.IO's packet queue. */
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
