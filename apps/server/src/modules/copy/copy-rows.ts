import type { CopyLimits } from '@aerie/copy/copy-decision'
import { type MicroUsdc, microUsdc } from '@aerie/core/numbers/units'
import { SECOND_MS } from '@aerie/core/time'
import type { copies, copyLog } from '../../db/schema/copies.ts'

/** A copy as it is stored. */
export type CopyRecord = typeof copies.$inferSelect
/** An entry of the log as it is stored. */
export type LogRecord = typeof copyLog.$inferSelect

/** What a copy has realised, less fees, with funding; what it paid; its fills, and how many of them closed something. */
export type CopyResult = Pick<CopyRecord, 'realised' | 'fees' | 'fills' | 'closes'>

/** A copy in memory, while it goes on; only the copier changes it. */
export type Copy = {
  readonly id: string
  readonly userId: string
  readonly accountId: string
  readonly leaderUserId: string
  readonly leaderAccountId: string
  readonly leaderName: string
  readonly leaderSeq: number
  readonly allocation: MicroUsdc
  limits: CopyLimits
  state: CopyRecord['state']
  reason: string | null
  day: number | null
  dayResult: MicroUsdc | null
  /** The day and the result that are stored. */
  storedDay: number | null
  storedResult: CopyResult
}

const FINAL = ['leader_reset', 'leader_deleted'] as const
/** Whether a copy is paused for a reason that no resume mends: the account that it copies is gone. */
export const isFinal = (reason: Copy['reason']): reason is (typeof FINAL)[number] => FINAL.some((each) => each === reason)

/** What a follower may change, as the decision reads it. */
export const limitsOf = (row: CopyRecord): CopyLimits => ({
  perTrade: microUsdc(row.perTradeLimit),
  dailyLoss: microUsdc(row.dailyLossLimit),
  totalLoss: microUsdc(row.totalLossLimit),
  maxMoveBps: row.maxMoveBps,
  lateMs: row.lateS * SECOND_MS,
  excluded: new Set(row.excluded),
})

/** A stored copy as it is kept in memory. */
export const copyOfRecord = (row: CopyRecord): Copy => ({
  id: row.id,
  userId: row.userId,
  accountId: row.accountId,
  leaderUserId: row.leaderUserId,
  leaderAccountId: row.leaderAccountId,
  leaderName: row.leaderName,
  leaderSeq: row.leaderSeq,
  allocation: microUsdc(row.allocation),
  limits: limitsOf(row),
  state: row.state,
  reason: row.reason,
  day: row.day,
  storedDay: row.day,
  storedResult: { realised: row.realised, fees: row.fees, fills: row.fills, closes: row.closes },
  dayResult: row.dayResult === null ? null : microUsdc(row.dayResult),
})
