import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { figure } from '../account/exact.ts'

/** Where a resting order stands in the queue of its price, and what has traded there since, in words; null where it does not rest. */
export function queueText({ queue_ahead, queue_traded, is_queue_reset, state }: TradingOrder): string | null {
  if (queue_ahead === null) return state === 'open' || state === 'partiallyFilled' ? 'place not known' : null
  const place = isSome(queue_ahead) ? `${figure(queue_ahead)} ahead of you` : 'next in line'
  const traded = queue_traded === null ? null : isSome(queue_traded) ? `${figure(queue_traded)} traded since` : 'none traded since'
  return [place, traded, is_queue_reset ? 'recounted since a restart' : null].filter((words) => words !== null).join(', ')
}

const isSome = (amount: string): boolean => /[1-9]/.test(amount)
