import * as z from 'zod/mini'
import { accountId, tradingAccount } from './trading-account.ts'
import { tradingOrder } from './trading-orders.ts'
import { tradingFill, tradingPosition } from './trading-positions.ts'

/** A gap between the last seen `seq` and `first_seq` means missed events. If only marks moved, both equal the previous `seq`. */
const noticeFields = { account: accountId, first_seq: z.int(), seq: z.int() }

/** Full account notices of `/messages`. `notices.ts` passes `data` through, so a page without trading does not load these schemas. */
export const tradingNotice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('order'), ...noticeFields, data: tradingOrder }),
  z.object({ kind: z.literal('fill'), ...noticeFields, data: tradingFill }),
  z.object({ kind: z.literal('position'), ...noticeFields, data: z.object({ symbol: z.string(), position: z.nullable(tradingPosition) }) }),
  z.object({ kind: z.literal('account'), ...noticeFields, data: tradingAccount }),
])
/** An account notice. */
export type TradingNotice = z.output<typeof tradingNotice>
