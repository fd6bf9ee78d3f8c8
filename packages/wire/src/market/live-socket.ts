import * as z from 'zod/mini'
import { socketError } from '../problem.ts'
import { type bookEvents, bookRequest } from './charts.ts'
import { assetsPage, assetsRequest, marketStatus, rowStats, symbol, tick } from './market.ts'

const walletNotice = z.object({ wallet: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)), token: z.string() })

/** Client to server on `/live`. */
export const liveCommands = {
  assets: assetsRequest,
  /** Replaces the symbols that receive ticks in addition to the client's page. */
  watch: z.object({ symbols: z.array(symbol).check(z.maxLength(120)) }),
  /** Subscribes to or leaves the board: current prices and statistics of every coin, then changes at most twice a second. */
  board: z.object({ show: z.boolean() }),
  book: bookRequest,
  wallet_connect: walletNotice,
  wallet_disconnect: walletNotice,
} as const

/** Client command names on `/live`. */
export type LiveCommand = keyof typeof liveCommands

/** Message of the connect error for a refused token. */
export const INVALID_TOKEN_MESSAGE = 'Authentication error: Invalid token'

/** Server to client on `/live`; the event `book` is in charts.ts, so that only screens with a book load its schema. */
export const liveEvents = {
  assets: assetsPage,
  /** Newest price of each changed coin on display; at most two a second unless watched. */
  ticks: z.array(tick),
  stats: z.object({ as_of: z.int(), rows: z.array(rowStats) }),
  status: marketStatus,
  error: socketError,
  wallet_error: socketError,
} as const

/** Server event names on `/live`. */
export type LiveEvent = keyof (typeof liveEvents & typeof bookEvents)
