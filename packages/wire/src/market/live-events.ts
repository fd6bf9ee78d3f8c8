import * as z from 'zod/mini'
import { socketError } from '../problem.ts'
import type { bookEvents } from './charts.ts'
import { assetsPage, marketStatus, rowStats, tick } from './market.ts'

/** The text of the one connect error of a refused token. */
export const INVALID_TOKEN_MESSAGE = 'Authentication error: Invalid token'

/** Server to client on `/live`; the event `book` is in charts.ts, so that only screens with a book load its schema. */
export const liveEvents = {
  /** Once for each request, and again when the membership or order of the page changes. */
  assets: assetsPage,
  /** Newest price of each changed coin that this client shows; at most two a second unless watched. */
  ticks: z.array(tick),
  /** Sent when closes, caps or volumes of rows on show have moved on. */
  stats: z.object({ as_of: z.int(), rows: z.array(rowStats) }),
  /** On connection and whenever the source, its badge or its words change. */
  status: marketStatus,
  error: socketError,
  wallet_error: socketError,
} as const

/** Names of the events that the server sends on `/live`. */
export type LiveEvent = keyof (typeof liveEvents & typeof bookEvents)
