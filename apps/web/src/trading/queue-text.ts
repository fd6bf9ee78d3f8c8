import type { TradingOrder } from '@aerie/wire/trading-orders'
import { figure } from './exact.ts'

/** Where a resting order stands in the queue of its price, in words; null where it does not rest. */
export function queueText({ queue_ahead, is_queue_reset, state }: TradingOrder): string | null {
  if (queue_ahead === null) return state === 'open' || state === 'partiallyFilled' ? 'place not known' : null
  const words = /[1-9]/.test(queue_ahead) ? `${figure(queue_ahead)} ahead of you` : 'next in line'
  return is_queue_reset ? `${words}, recounted since a restart` : words
}
