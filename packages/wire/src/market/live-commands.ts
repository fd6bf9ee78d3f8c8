import * as z from 'zod/mini'
import { bookRequest } from './charts.ts'
import { assetsRequest, symbol } from './market.ts'

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
