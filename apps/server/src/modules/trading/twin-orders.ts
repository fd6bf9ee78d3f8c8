import { microUsdc, usdcText } from '@aerie/core/numbers/units'
import type { TradingEvent } from '@aerie/trading/events'
import type { Order } from '@aerie/trading/orders/order'
import { termsOf } from '@aerie/trading/orders/terms'
import { storedPart } from '@aerie/trading/stored/stored'
import type { OrderBody } from '@aerie/wire/trading/trading'
import { commandHash } from '../../command-hash.ts'
import { orderAnswer } from './answers.ts'
import type { AccountRow } from './trading-repository.ts'
import { type ActiveTrading, requireMarks } from './trading-service.ts'

/** Where the twin of a live order stands. */
export type TwinPlace = { readonly account: string; readonly market: AccountRow['sourceKind'] }
/** A live order's twin as it stands; texts are decimals, `filledAt` is by the market's clock. */
export type TwinFacts = {
  readonly state: string
  readonly reason: string | null
  readonly filled: string
  readonly averagePrice: string | null
  readonly fee: string | null
  readonly placedAt: number
  readonly filledAt: number | null
}

/** Fills of one twin that are read; its fee is not told where it has more. */
const MOST_FILLS = 500

type Filled = Extract<TradingEvent, { kind: 'filled' }>

/** Live orders on paper, each user's in an account of its own that nobody else trades in. */
export const twinOrders = (active: () => ActiveTrading) => ({
  /**
   * Places the same order on paper; a client id acts once.
   *
   * @throws AppError unavailable while trading is not open here; what the engine's terms refuse
   */
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
  /** Cancels it where it still waits; what has ended stays as it is. @throws AppError unavailable while trading is not open here */
  cancel: async (userId: string, accountId: string, clientId: string): Promise<void> => {
    const { broker } = active()
    const live = await broker.twin(userId)
    // Of another market, or closed: nothing trades in it.
    if (live.id !== accountId) return
    await broker.command<true>(live.row, {
      prepare: async (account) => (account.state.orders.has(clientId) ? undefined : true),
      command: () => ({ kind: 'cancel', clientId }),
      answer: () => true,
    })
  },
  /** How it stands, by what is stored; undefined where it was never accepted or refused. @throws AppError unavailable */
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

/** The live orders' part of paper trading. */
export type TwinOrders = ReturnType<typeof twinOrders>
