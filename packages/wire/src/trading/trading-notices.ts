import * as z from 'zod/mini'
import { accountId, tradingAccount } from './trading-account.ts'
import { tradingOrder } from './trading-orders.ts'
import { tradingFill, tradingPosition } from './trading-positions.ts'

/**
 * The batch of events that is told goes from `first_seq` to `seq`, the account's afterwards: where `first_seq` is more than one above the
 * `seq` that was seen last, something was missed. Where only marks have moved, both are the `seq` of before.
 */
const told = { account: accountId, first_seq: z.int(), seq: z.int() }

/**
 * What `notify` of `/messages` says of an account, in full. `notices.ts` lets `data` through as it is, so that a page without trading
 * loads none of these schemas; who shows an account parses a notice with this.
 */
export const tradingNotice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('order'), ...told, data: tradingOrder }),
  z.object({ kind: z.literal('fill'), ...told, data: tradingFill }),
  /** `position` null: it was closed. */
  z.object({ kind: z.literal('position'), ...told, data: z.object({ symbol: z.string(), position: z.nullable(tradingPosition) }) }),
  /** Comes last of what one batch of events has to tell; also where only marks have moved, with the `seq` of before. */
  z.object({ kind: z.literal('account'), ...told, data: tradingAccount }),
])
/** What `notify` says of an account. */
export type TradingNotice = z.output<typeof tradingNotice>
