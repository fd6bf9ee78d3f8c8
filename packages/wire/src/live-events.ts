import * as z from 'zod/mini'
import { bookRequest, bookSnapshot } from './charts.ts'
import { assetsPage, assetsRequest, marketStatus, rowStats, symbol, tick } from './market.ts'
import { socketError } from './problem.ts'

/** The text of the one connect error of a refused token (SPEC.md section 8). */
export const INVALID_TOKEN_MESSAGE = 'Authentication error: Invalid token'

const walletNotice = z.object({ wallet: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)), token: z.string() })

/** Client to server on `/live`. */
export const liveCommands = {
  assets: assetsRequest,
  /** Replaces what this client shows besides its page: ticks come for these symbols too. */
  watch: z.object({ symbols: z.array(symbol).check(z.maxLength(120)) }),
  book: bookRequest,
  wallet_connect: walletNotice,
  wallet_disconnect: walletNotice,
} as const

/** Server to client on `/live`. */
export const liveEvents = {
  /** Once for each request, and again when the membership or order of the page changes. */
  assets: assetsPage,
  /** Newest price of each changed coin that this client shows; at most two a second unless watched. */
  ticks: z.array(tick),
  /** Sent when closes, caps or volumes of rows on show have moved on. */
  stats: z.object({ as_of: z.int(), rows: z.array(rowStats) }),
  /** Depth and trades of the coin asked for with `book`. */
  book: bookSnapshot,
  /** On connection and whenever the source, its badge or its words change. */
  status: marketStatus,
  error: socketError,
  wallet_error: socketError,
} as const

export type LiveCommand = keyof typeof liveCommands
export type LiveEvent = keyof typeof liveEvents
