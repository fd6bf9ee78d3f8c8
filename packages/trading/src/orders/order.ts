import { type Fraction, type Notional, type Price, type Size, size as sizeOf } from '@aerie/core/numbers/units'
import type { Reason } from '../reasons.ts'

/** Who an order buys or sells for is always the account; `side` is its direction. */
export type Side = 'buy' | 'sell'
/** 1 for a buy, -1 for a sell. */
export const signOf = (side: Side): 1n | -1n => (side === 'buy' ? 1n : -1n)
/** The other direction. */
export const otherSide = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')

/** Types of order; the meaning of each is in docs/user/trading.md. */
export const ORDER_TYPES = [
  'market',
  'limit',
  'stop',
  'stop_limit',
  'take_profit',
  'take_profit_limit',
  'trailing_stop',
  'scale',
  'twap',
] as const
/** One of `ORDER_TYPES`. */
export type OrderType = (typeof ORDER_TYPES)[number]

/** Which price sets off a trigger. */
export type TriggerBy = 'mark' | 'last'
/** How long an order stands: until canceled, at once or not at all, whole or not at all, until an instant. */
export type TimeInForce = 'gtc' | 'ioc' | 'fok' | 'gtd'
/** Whether a position is backed by the whole account or by its own margin. */
export type MarginMode = 'cross' | 'isolated'

/** Take-profit or stop-loss of a bracket; `size` absent: all that has been filled. */
export type ExitTerms = { readonly trigger: Price; readonly price: Price | undefined; readonly size: Size | undefined }

/** What led a user to an order, as it stood when it was sent. */
export type Decision = {
  /** The alert that it was made from; its instant in epoch milliseconds on the market's clock. */
  readonly alert?: { readonly firing: string; readonly at: number; readonly text: string }
  /** How many items of the coin's checklist were ticked, of how many. */
  readonly checklist?: { readonly done: number; readonly items: number }
}

/** What the account asks for; parsed, not yet judged. */
export type OrderTerms = {
  readonly clientId: string
  readonly symbol: string
  readonly side: Side
  readonly type: OrderType
  /** Absent: the whole position, for reduce-only triggers alone. */
  readonly size: Size | undefined
  readonly price: Price | undefined
  readonly trigger: Price | undefined
  readonly triggerBy: TriggerBy
  readonly callback: Fraction | undefined
  readonly callbackAbs: Price | undefined
  readonly activation: Price | undefined
  readonly timeInForce: TimeInForce
  /** Milliseconds since the epoch, on the market's clock. */
  readonly expiresAt: number | undefined
  readonly isPostOnly: boolean
  readonly isReduceOnly: boolean
  readonly leverage: bigint | undefined
  readonly margin: MarginMode | undefined
  readonly slippage: Fraction | undefined
  readonly takeProfit: ExitTerms | undefined
  readonly stopLoss: ExitTerms | undefined
  /** Middle of the book when the user decided; for the journal. */
  readonly decisionMid: Price | undefined
  /** What led the user to it; for the journal. */
  readonly decision?: Decision | undefined
  readonly legs: number | undefined
  readonly toPrice: Price | undefined
  readonly skew: Fraction | undefined
  /** Of a scaled order: its last size as a multiple of its first. */
  readonly sizeSkew?: Fraction | undefined
  readonly minutes: number | undefined
}

/** Terms of a plain market order; spread and overwritten for others. */
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

/** States of an order (TRADING.md A3). */
export type OrderState = 'pending' | 'open' | 'untriggered' | 'partiallyFilled' | 'filled' | 'canceled' | 'expired' | 'rejected'

/** What an order is for: sent by the user, or made by the engine for one. */
export type OrderRole = 'order' | 'take_profit' | 'stop_loss' | 'leg' | 'liquidation'

/** A trailing stop's best price so far and the stop that follows from it; none before its activation. */
export type Trail = { readonly extreme: Price; readonly stop: Price }

/** An order as it stands. */
export type Order = {
  readonly terms: OrderTerms
  readonly role: OrderRole
  /** Client id of the order that it belongs to. */
  readonly parent: string | undefined
  readonly state: OrderState
  readonly reason: Reason | undefined
  /** Of the whole order, filled or not. */
  readonly size: Size
  /** Limit price at present; a modify changes it. */
  readonly price: Price | undefined
  readonly trigger: Price | undefined
  readonly filled: Size
  /** Exact worth of what was filled: divided by `filled`, the average price. */
  readonly paid: Notional
  /** Middle of the first book that it met; absent before, and where one side was empty. */
  readonly arrivalMid?: Price
  /** When it reaches the market; undefined: it has. */
  readonly liveAt: number | undefined
  readonly trail: Trail | undefined
  /** It would have been judged, but its market was stale. */
  readonly isHeld: boolean
  /** Its place in the queue was lost once, and counted from the displayed size again. */
  readonly isQueueReset?: boolean
  /** Slots of a TWAP that have passed. */
  readonly slots: number
  readonly createdAt: number
  readonly updatedAt: number
}

const ENDED: ReadonlySet<OrderState> = new Set(['filled', 'canceled', 'expired', 'rejected'])

/** Whether nothing more happens to an order. */
export const isEnded = ({ state }: Pick<Order, 'state'>): boolean => ENDED.has(state)
/** Whether an order that is good till a date has passed it. */
export const isOverdue = ({ terms: { timeInForce, expiresAt } }: Pick<Order, 'terms'>, now: number): boolean =>
  timeInForce === 'gtd' && expiresAt !== undefined && now >= expiresAt
/** Whether an order rests in the book. */
export const isResting = ({ state }: Order): boolean => state === 'open' || state === 'partiallyFilled'
/** What is left of an order. */
export const leavesOf = ({ size, filled }: Order): Size => sizeOf(size - filled)
