import * as z from 'zod/mini'
import { bookRequest } from './charts.ts'
import { assetsRequest, symbol } from './market.ts'

const walletNotice = z.object({ wallet: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)), token: z.string() })

/** Client to server on `/live`. */
export const liveCommands = {
  assets: assetsRequest,
  /** Replaces what this client shows besides its page: ticks come for these symbols too. */
  watch: z.object({ symbols: z.array(symbol).check(z.maxLength(120)) }),
  /** Shows every coin, or no longer: its newest price and figures come at once, then what changes, at most twice a second. */
  board: z.object({ show: z.boolean() }),
  book: bookRequest,
  wallet_connect: walletNotice,
  wallet_disconnect: walletNotice,
} as const

/** Names of the commands that a client sends on `/live`. */
export type LiveCommand = keyof typeof liveCommands
