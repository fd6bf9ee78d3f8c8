import type { ApexOrder } from '@aerie/apex/replies'
import { ENDED } from './live-order-repository.ts'

/** Orders of a user that wait to be stored; what is more is dropped, and asked for later. */
export const MOST_WAITING = 500

type Take = (userId: string, told: ApexOrder) => Promise<void>

/** The newer of two tellings; of one instant, or without one, an end stays. */
function newer(known: ApexOrder | undefined, told: ApexOrder): ApexOrder {
  if (known === undefined) return told
  const [before, after] = [known.updatedAt ?? 0, told.updatedAt ?? 0]
  if (before !== after) return before > after ? known : told
  return ENDED.has(known.status) ? known : told
}

/**
 * What ApeX pushes of users' orders, stored one after the other for each user: of many pushes of one order that come meanwhile the
 * newest alone is.
 *
 * @param take stores one; where it throws, what waits for that user is dropped
 */
export function orderNews(take: Take) {
  const waiting = new Map<string, Map<string, ApexOrder>>()
  const put = (own: Map<string, ApexOrder>, orders: readonly ApexOrder[]): void => {
    for (const told of orders) if (own.has(told.id) || own.size < MOST_WAITING) own.set(told.id, newer(own.get(told.id), told))
  }
  return async (userId: string, orders: readonly ApexOrder[]): Promise<void> => {
    const running = waiting.get(userId)
    if (running !== undefined) return put(running, orders)
    const own = new Map<string, ApexOrder>()
    waiting.set(userId, own)
    put(own, orders)
    try {
      for (const [id, told] of own) {
        own.delete(id)
        await take(userId, told)
      }
    } finally {
      waiting.delete(userId)
    }
  }
}
