import type { CopyLimits } from '@aerie/copy/copy-decision'
import { type MicroUsdc, microUsdc } from '@aerie/core/numbers/units'
import { SECOND_MS } from '@aerie/core/time'
import type { copies, copyLog } from '../../platform/db/schema/copies.ts'

export type CopyRecord = typeof copies.$inferSelect
export type LogRecord = typeof copyLog.$inferSelect

/** `realised` is net of fees and includes funding; `closes` counts fills that reduced a position. */
export type CopyResult = Pick<CopyRecord, 'realised' | 'fees' | 'fills' | 'closes'>

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
  storedDay: number | null
  storedResult: CopyResult
}

const FINAL = ['leader_reset', 'leader_deleted'] as const
/** Whether a copy is paused for good, because the copied account is gone. */
export const isFinal = (reason: Copy['reason']): reason is (typeof FINAL)[number] => FINAL.some((each) => each === reason)

export const limitsOf = (row: CopyRecord): CopyLimits => ({
  perTrade: microUsdc(row.perTradeLimit),
  dailyLoss: microUsdc(row.dailyLossLimit),
  totalLoss: microUsdc(row.totalLossLimit),
  maxMoveBps: row.maxMoveBps,
  lateMs: row.lateS * SECOND_MS,
  excluded: new Set(row.excluded),
})

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
