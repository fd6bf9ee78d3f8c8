import * as z from 'zod/mini'
import { documentKind, documentVersion } from './workspace/document.ts'

/** Server event `notify` of `/messages`: something of the user's own has changed and is to be read again. */
export const notice = z.discriminatedUnion('kind', [
  /** Balance, stake, tickets or rewards of a linked wallet. */
  z.object({ kind: z.literal('wallet'), wallet: z.string(), block: z.int() }),
  /** Tier, subscription or linked wallets: a new token says what holds now. */
  z.object({ kind: z.literal('entitlements') }),
  /** A document of the workspace was saved, or deleted (version 0). */
  z.object({ kind: z.literal('workspace'), document: documentKind, name: z.string(), version: documentVersion }),
  /** An event of a trading account; `data` is parsed by `tradingNotice` where it is shown. */
  z.object({
    kind: z.enum(['order', 'fill', 'position', 'account']),
    account: z.string(),
    first_seq: z.int(),
    seq: z.int(),
    data: z.unknown(),
  }),
  /** An alert fired, was read or changed; a delivery ended; a trade was copied; something of ideas is new. `data` is parsed by `alert-notices.ts`, `copies.ts` and `idea-news.ts` where it is shown. */
  z.object({ kind: z.enum(['alert', 'delivery', 'copy', 'idea']), data: z.unknown() }),
  /** Somebody logged in from a new device or network: `GET /api/v1/account/new-logins` says to whom that is news. */
  z.object({ kind: z.literal('login'), session: z.uuid() }),
])
export type Notice = z.output<typeof notice>

/** Tells all sockets of a user; who was not there reads again on coming back. */
export type Notify = (userId: string, notice: Notice) => void

/** Whether anybody hears what a user is told: what costs something to make is not made for nobody. */
export type IsHeard = (userId: string) => boolean
