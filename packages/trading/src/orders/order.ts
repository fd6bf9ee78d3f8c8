import { type Fraction, type Notional, type Price, type Size, size as sizeOf } from '@aerie/core/numbers/units'
import type { OrderBody } from '@aerie/wire/trading/trading'
import type { Reason } from '../reasons.ts'

/** Direction of an order. */
export type Side = 'buy' | 'sell'
/** 1 for a buy, -1 for a sell. */
export const signOf = (side: Side): 1n | -1n => (side === 'buy' ? 1n : -1n)
/** Opposite direction. */
export const otherSide = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')

/** Order type, documented in docs/user/trading.md. */
export type OrderType = OrderBody['type']

type TypeRules = {
  /** Fields without which the order is refused; only types that need a price may have one. */
  readonly needs: readonly (keyof OrderBody)[]
  /** Waits for a price: `stop` on the side of a loss, `profit` on the other; `trail` is a stop that follows the price. */
  readonly trigger?: 'stop' | 'profit' | 'trail'
}

/** What each order type needs, and how it triggers. */
export const ORDER_TYPES: Readonly<Record<OrderType, TypeRules>> = {
  market: { needs: [] },
  limit: { needs: ['price'] },
  stop: { needs: ['trigger'], trigger: 'stop' },
  stop_limit: { needs: ['trigger', 'price'], trigger: 'stop' },
  take_profit: { needs: ['trigger'], trigger: 'profit' },
  take_profit_limit: { needs: ['trigger', 'price'], trigger: 'profit' },
  trailing_stop: { needs: [], trigger: 'trail' },
  scale: { needs: ['price', 'to_price', 'legs'] },
  twap: { needs: ['minutes'] },
}

/** Price that activates a trigger. */
export type TriggerBy = 'mark' | 'last'
/** Good till canceled, immediate or cancel, fill or kill, good till date. */
export type TimeInForce = 'gtc' | 'ioc' | 'fok' | 'gtd'
/** Whether a position is backed by the account or by its own margin. */
export type MarginMode = 'cross' | 'isolated'

/** Take-profit or stop-loss of a bracket; without `size`: all that has been filled. */
export type ExitTerms = { readonly trigger: Price; readonly price: Price | undefined; readonly size: Size | undefined }

/** Context of the user's decision when the order was sent. */
export type Decision = {
  /** Source alert, with its firing time in epoch milliseconds of the market clock. */
  readonly alert?: { readonly firing: string; readonly at: number; readonly text: string }
  readonly checklist?: { readonly done: number; readonly items: number }
}

/** Requested order; parsed but not checked. */
export type OrderTerms = {
  readonly clientId: string
  readonly symbol: string
  readonly side: Side
  readonly type: OrderType
  /** Absent: the whole position, only for reduce-only triggers. */
  readonly size: Size | undefined
  readonly price: Price | undefined
  readonly trigger: Price | undefined
  readonly triggerBy: TriggerBy
  readonly callback: Fraction | undefined
  readonly callbackAbs: Price | undefined
  readonly activation: Price | undefined
  readonly timeInForce: TimeInForce
  /** Epoch milliseconds, market clock. */
  readonly expiresAt: number | undefined
  readonly isPostOnly: boolean
  readonly isReduceOnly: boolean
  readonly leverage: bigint | undefined
  readonly margin: MarginMode | undefined
  readonly slippage: Fraction | undefined
  readonly takeProfit: ExitTerms | undefined
  readonly stopLoss: ExitTerms | undefined
  /** Mid at the user's decision, for the journal. */
  readonly decisionMid: Price | undefined
  readonly decision?: Decision | undefined
  readonly legs: number | undefined
  readonly toPrice: Price | undefined
  readonly skew: Fraction | undefined
  /** Scaled order: last size as a multiple of the first. */
  readonly sizeSkew?: Fraction | undefined
  readonly minutes: number | undefined
}

/** Terms of a plain market order, as a base for others. */
export const plainTerms = (given: Pick<OrderTerms, 'clientId' | 'symbol' | 'side' | 'size'>): OrderTerms => ({
  ...given,
  type: 'market',
  price: undefined,
  trigger: undefined,
  triggerBy: 'mark',
  callback: undefined,
  callbackAbs: undefined,
  activation: undefined,
  timeInForce: 'gtc',
  expiresAt: undefined,
  isPostOnly: false,
  isReduceOnly: false,
  leverage: undefined,
  margin: undefined,
  slippage: undefined,
  takeProfit: undefined,
  stopLoss: undefined,
  decisionMid: undefined,
  legs: undefined,
  toPrice: undefined,
  skew: undefined,
  minutes: undefined,
})

/** Order states (TRADING.md A3). */
export type OrderState = 'pending' | 'open' | 'untriggered' | 'partiallyFilled' | 'filled' | 'canceled' | 'expired' | 'rejected'

/** Purpose: sent by the user, or derived by the engine. */
export type OrderRole = 'order' | 'take_profit' | 'stop_loss' | 'leg' | 'liquidation'

/** Best price so far and resulting stop of a trailing stop; absent before activation. */
export type Trail = { readonly extreme: Price; readonly stop: Price }

/** Current order. */
export type Order = {
  readonly terms: OrderTerms
  readonly role: OrderRole
  readonly parent: string | undefined
  readonly state: OrderState
  readonly reason: Reason | undefined
  readonly size: Size
  readonly price: Price | undefined
  readonly trigger: Price | undefined
  readonly filled: Size
  /** Exact value of the fills; average price = paid / filled. */
  readonly paid: Notional
  /** Mid of the first book it met; absent before, or if a side was empty. */
  readonly arrivalMid?: Price
  /** When it reaches the market; undefined: already there. */
  readonly liveAt: number | undefined
  readonly trail: Trail | undefined
  /** A trigger check was skipped because the market was stale. */
  readonly isHeld: boolean
  /** Its queue position was lost and restarted at the full displayed size. */
  readonly isQueueReset?: boolean
  readonly slots: number
  readonly createdAt: number
  readonly updatedAt: number
}

const ENDED: ReadonlySet<OrderState> = new Set(['filled', 'canceled', 'expired', 'rejected'])

/** Whether the order is final. */
export const isEnded = ({ state }: Pick<Order, 'state'>): boolean => ENDED.has(state)
const STOPS: ReadonlySet<OrderType> = new Set(['stop', 'stop_limit', 'trailing_stop'])
/** Whether an order limits the loss of a position. */
export const isProtectiveStop = ({ terms }: Pick<Order, 'terms'>): boolean => terms.isReduceOnly && STOPS.has(terms.type)
/** Whether a good-till-date order has expired. */
export const isOverdue = ({ terms: { timeInForce, expiresAt } }: Pick<Order, 'terms'>, now: number): boolean =>
  timeInForce === 'gtd' && expiresAt !== undefined && now >= expiresAt
/** Whether an order rests in the book. */
export const isResting = ({ state }: Order): boolean => state === 'open' || state === 'partiallyFilled'
/** Remaining size. */
export const leavesOf = ({ size, filled }: Order): Size => sizeOf(size - filled)
