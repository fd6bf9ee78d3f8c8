import { limitFee } from '@aerie/apex/order-contract'
import type { ApexOrder } from '@aerie/apex/replies'
import { DECIMALS, decimalText, parseDecimal } from '@aerie/core/numbers/units'
import { MINUTE_MS } from '@aerie/core/time'
import type { ApexOrderRow } from '@aerie/wire/apex'
import type { ApexLiveOrder, ApexTwin } from '@aerie/wire/apex-orders'
import type { TwinFacts } from '../trading/index.ts'
import type { LiveOrderRow } from './live-order-repository.ts'

/** Signing deadline of a prepared order: rates and the book move. */
export const SIGN_WITHIN_MS = 2 * MINUTE_MS

const instantOf = (at: number | Date | null): string | null => (at === null ? null : new Date(at).toISOString())

export const orderRow = ({ id, symbol, side, type, size, price, trigger, matched, settled, ...order }: ApexOrder): ApexOrderRow => ({
  id,
  symbol,
  side,
  type,
  size,
  price,
  trigger,
  matched,
  settled,
  client_id: order.clientId,
  state: order.status,
  reduce_only: order.isReduceOnly,
  created_at: instantOf(order.createdAt),
})

export function liveOrderAnswer(row: LiveOrderRow, twin: TwinFacts | undefined): ApexLiveOrder {
  const { intent } = row
  return {
    client_id: row.clientId,
    symbol: intent.symbol,
    side: intent.side,
    type: intent.type,
    size: intent.size,
    price: intent.price,
    trigger: intent.trigger,
    time_in_force: intent.timeInForce,
    post_only: intent.isPostOnly,
    reduce_only: intent.isReduceOnly,
    notional: product(intent.size, intent.price),
    limit_fee: limitFee({ price: intent.price, size: intent.size, rate: intent.takerFeeRate }),
    expires_at: new Date(intent.expiresAtMs).toISOString(),
    sign_by: new Date(row.preparedAt.getTime() + SIGN_WITHIN_MS).toISOString(),
    contract: {
      account: intent.account,
      pair: intent.pair,
      taker_fee_rate: intent.takerFeeRate,
      maker_fee_rate: intent.makerFeeRate,
    },
    state: row.state,
    reason: row.reason,
    prepared_at: row.preparedAt.toISOString(),
    sent_at: instantOf(row.sentAt),
    judged_at: instantOf(row.judgedAt),
    order: row.reported === null ? null : orderRow(row.reported),
    twin: row.twin === null ? null : twinAnswer(row, row.twin, twin),
  }
}

const NO_FACTS: Omit<ApexTwin, 'market' | 'reason'> = {
  state: null,
  filled: null,
  average_price: null,
  fee: null,
  filled_at: null,
  price_difference: null,
  fee_difference: null,
  time_difference_ms: null,
}

function twinAnswer({ reported }: LiveOrderRow, stored: NonNullable<LiveOrderRow['twin']>, facts: TwinFacts | undefined): ApexTwin {
  if ('reason' in stored) return { ...NO_FACTS, market: null, reason: stored.reason }
  if (facts === undefined) return { ...NO_FACTS, market: stored.market, reason: null }
  const own = {
    state: facts.state,
    filled: facts.filled,
    average_price: facts.averagePrice,
    fee: facts.fee,
    filled_at: instantOf(facts.filledAt),
  }
  const isComparable = stored.market === 'live' && reported !== null
  return { market: stored.market, reason: facts.reason, ...own, ...(isComparable ? differences(reported, facts) : NO_DIFFERENCES) }
}

const NO_DIFFERENCES = { price_difference: null, fee_difference: null, time_difference_ms: null } as const

/** Live minus paper. Partial and complete figures are not compared. */
function differences(reported: ApexOrder, facts: TwinFacts): Pick<ApexTwin, keyof typeof NO_DIFFERENCES> {
  const isWhole = reported.status === 'filled' && facts.state === 'filled'
  if (!isWhole) return NO_DIFFERENCES
  return {
    price_difference: minus(quotient(reported.matched.value, reported.matched.size), facts.averagePrice),
    fee_difference: minus(reported.matched.fee, facts.fee),
    time_difference_ms: timeDifference(reported, facts),
  }
}

/** From acceptance to the last fill, each by its own clock. */
function timeDifference({ createdAt, updatedAt }: ApexOrder, { placedAt, filledAt }: TwinFacts): number | null {
  if (createdAt === null || updatedAt === null || filledAt === null) return null
  return updatedAt - createdAt - (filledAt - placedAt)
}

const PLACES = DECIMALS.price
const exact = (text: string | null, decimals: number = PLACES): bigint | null => {
  const parsed = parseDecimal(text ?? '', decimals)
  return parsed.ok ? parsed.value : null
}
const minus = (a: string | null, b: string | null): string | null => {
  const [left, right] = [exact(a), exact(b)]
  return left === null || right === null ? null : decimalText(left - right, PLACES)
}
/** Truncated after 12 decimals. */
const quotient = (value: string | null, size: string | null): string | null => {
  const [top, under] = [exact(value), exact(size)]
  return top === null || under === null || under === 0n ? null : decimalText((top * 10n ** BigInt(PLACES)) / under, PLACES)
}
const product = (a: string, b: string): string => decimalText((exact(a) ?? 0n) * (exact(b) ?? 0n), 2 * PLACES)
