import { type CopySignal, SKIP_REASONS, type SkipReason } from '@aerie/copy/copy-decision'
import { notional, priceText, sizeText, usdcText } from '@aerie/core/numbers/units'
import { averagePrice } from '@aerie/trading/state'
import type { CopyLogEntry } from '@aerie/wire/copies'
import type { Copy, LogRecord } from './copy-rows.ts'
import type { StepResult } from './copy-step.ts'
import type { NewEntry } from './copy-store.ts'
import { logReasonText } from './messages.ts'

const ENGINE_SKIPS: Readonly<Record<string, SkipReason>> = {
  perpMarginRejected: 'insufficientMargin',
  marginCanceled: 'insufficientMargin',
  staleBookRejected: 'staleBook',
  minTradeNtlRejected: 'belowMinNotional',
}

const isSkip = (reason: string): reason is SkipReason => SKIP_REASONS.some((one) => one === reason)

export function verdictOf({ decision, filled, refused }: StepResult): Pick<NewEntry, 'outcome' | 'reason'> | undefined {
  if (decision?.kind === 'none') return undefined
  if (decision?.kind === 'skip') return { outcome: decision.reason === 'late' ? 'late' : 'skipped', reason: decision.reason }
  if (refused !== undefined && filled === 0n) {
    const reason = ENGINE_SKIPS[refused] ?? refused
    return { outcome: isSkip(reason) ? 'skipped' : 'refused', reason }
  }
  return { outcome: 'copied', reason: decision?.reason ?? null }
}

type EntryContext = {
  readonly copy: Copy
  readonly signal: CopySignal
  readonly key: string
  readonly kind: NewEntry['kind']
  readonly receivedAt: number
}

export function entryOf({ copy, signal, key, kind, receivedAt }: EntryContext, result: StepResult): NewEntry | undefined {
  const verdict = verdictOf(result)
  if (verdict === undefined) return undefined
  const { decision, held, filled, paid, fee, isPending = false } = result
  const average = averagePrice({ filled, paid: notional(paid) })
  return {
    copyId: copy.id,
    userId: copy.userId,
    signal: key,
    symbol: signal.symbol,
    kind,
    ...verdict,
    body: {
      // Closing by a limit or by the user is not a leader's trade.
      leader_position: kind === 'close' ? null : sizeText(signal.position),
      leader_price: kind === 'close' ? null : priceText(signal.price),
      target: decision === undefined ? null : sizeText(decision.target),
      held: decision === undefined ? null : sizeText(held),
      wanted: decision?.kind === 'order' ? sizeText(decision.size) : null,
      filled: isPending ? null : sizeText(filled),
      price: average === undefined ? null : priceText(average),
      fee: isPending ? null : usdcText(fee),
    },
    at: signal.at,
    delayMs: delayMs(receivedAt),
  }
}

/** Since the leader's trade was received, by the server's clock. */
export const delayMs = (receivedAt: number): number => Math.max(0, Math.round(performance.now() - receivedAt))

export function logAnswer(row: LogRecord, leaderName: string): CopyLogEntry {
  const of = (name: string): string | null => row.body[name] ?? null
  return {
    id: row.id,
    copy: row.copyId,
    leader_name: leaderName,
    symbol: row.symbol,
    kind: row.kind,
    outcome: row.outcome,
    reason: row.reason,
    detail: logReasonText(row.reason),
    leader_position: of('leader_position'),
    leader_price: of('leader_price'),
    target: of('target'),
    held: of('held'),
    wanted: of('wanted'),
    filled: of('filled'),
    price: of('price'),
    fee: of('fee'),
    at: new Date(row.at).toISOString(),
    delay_ms: row.delayMs,
  }
}
