import * as z from 'zod/mini'
import { documentKind, documentVersion } from './workspace/document.ts'

/** Server event `notify` of `/messages`: user data changed and must be reloaded. */
export const notice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('wallet'), wallet: z.string(), block: z.int() }),
  z.object({ kind: z.literal('entitlements') }),
  /** Version 0: deleted. */
  z.object({ kind: z.literal('workspace'), document: documentKind, name: z.string(), version: documentVersion }),
  z.object({
    kind: z.enum(['order', 'fill', 'position', 'account']),
    account: z.string(),
    first_seq: z.int(),
    seq: z.int(),
    data: z.unknown(),
  }),
  /** `data` is parsed where displayed, by `alert-notices.ts`, `copies.ts` and `idea-news.ts`. */
  z.object({ kind: z.enum(['alert', 'delivery', 'copy', 'idea']), data: z.unknown() }),
  /** A login from a new device or network: `GET /api/v1/account/new-logins` says for whom it is new. */
  z.object({ kind: z.literal('login'), session: z.uuid() }),
])
export type Notice = z.output<typeof notice>

/** Sends to all sockets of a user; disconnected clients reload on reconnect. */
export type Notify = (userId: string, notice: Notice) => void

/** Whether a user has a connected client: expensive notices are skipped otherwise. */
export type HasListener = (userId: string) => boolean
