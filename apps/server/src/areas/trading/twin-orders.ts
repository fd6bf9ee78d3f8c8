import { microUsdc, usdcText } from '@aerie/core/numbers/units'
import type { TradingEvent } from '@aerie/trading/events'
import type { Order } from '@aerie/trading/orders/order'
import { termsOf } from '@aerie/trading/orders/terms'
import { storedPart } from '@aerie/trading/stored/stored'
import type { OrderBody } from '@aerie/wire/trading/trading'
import { commandHash } from '../../platform/db/command-hash.ts'
import { orderAnswer } from './answers.ts'
import { type ActiveTrading, requireMarks } from './service.ts'
import type { AccountRow } from './store.ts'

export type TwinPlace = { readonly account: string; readonly market: AccountRow['sourceKind'] }
/** State of a live order's twin; texts are decimals, `filledAt` is market time. */
export type TwinFacts = {
  readonly state: string
  readonly reason: string | null
  readonly filled: string
  readonly averagePrice: string | null
  readonly fee: string | null
  readonly placedAt: number
  readonly filledAt: number | null
}

const MOST_FILLS = 500

type Filled = Extract<TradingEvent, { kind: 'filled' }>

export const twinOrders = (active: () => ActiveTrading) => ({
  /** Idempotent by client ID. @throws AppError unavailable if trading is not open here */
  place: async (userId: string, body: OrderBody): Promise<TwinPlace> => {
    const { broker, followed } = active()
    const terms = termsOf(body)
    const live = await broker.twin(userId)
    await broker.command<true>(live.row, {
      used: { clientId: terms.clientId, hash: commandHash('order', body) },
      prepare: async (account) => {
        if ((await broker.usedFor(account, terms.clientId)) !== undefined) return true
        await followed.ready(terms.symbol)
        requireMarks(account, followed)
        return undefined
      },
      command: () => ({ kind: 'order', terms }),
      answer: () => true,
    })
    return { account: live.id, market: broker.source.kind }
  },
  /** Ended orders are unchanged. @throws AppError unavailable if trading is not open here */
  cancel: async (userId: string, accountId: string, clientId: string): Promise<void> => {
    const { broker } = active()
    const live = await broker.twin(userId)
    // Another market, or a closed account.
    if (live.id !== accountId) return
    await broker.command<true>(live.row, {
      prepare: async (account) => (account.state.orders.has(clientId) ? undefined : true),
      command: () => ({ kind: 'cancel', clientId }),
      answer: () => true,
    })
  },
  /** Stored state; undefined if the order was never accepted or refused. @throws AppError unavailable */
  facts: async (accountId: string, clientId: string): Promise<TwinFacts | undefined> => {
    const { repository } = active().broker
    const [row] = await repository.ordersNamed(accountId, [clientId])
    if (row === undefined) return undefined
    const order = orderAnswer(accountId, storedPart<Order>(row.body), undefined)
    const events = await repository.fills({ accountId, clientId, before: undefined, limit: MOST_FILLS })
    return {
      state: order.state,
      reason: order.reason,
      filled: order.filled,
      averagePrice: order.average_price,
      fee: events.length === MOST_FILLS ? null : feeOf(events.map(({ payload }) => storedPart<Filled>(payload))),
      placedAt: Date.parse(order.created_at),
      filledAt: events[0]?.at ?? null,
    }
  },
})

const feeOf = (fills: readonly Filled[]): string => usdcText(fills.reduce((sum, { fee }) => microUsdc(sum + fee), microUsdc(0n)))

export type TwinOrders = ReturnType<typeof twinOrders>
