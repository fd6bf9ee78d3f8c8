import * as z from 'zod/mini'
import { socketError } from '../problem.ts'
import type { bookEvents } from './charts.ts'
import { assetsPage, marketStatus, rowStats, tick } from './market.ts'

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
