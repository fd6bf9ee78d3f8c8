import { recordKeys } from '@aerie/core/record-keys'
import type { OrderBody } from '@aerie/wire/trading/trading'
import type { TicketField } from './ticket-draft.ts'

/** A type of order as the ticket offers it. */
export type OrderKind = {
  readonly title: string
  /** What it does, in one sentence. */
  readonly words: string
  /** Fields that it needs. */
  readonly needs: readonly TicketField[]
  /** Fields that it may have besides. */
  readonly takes: readonly TicketField[]
  readonly hasTimeInForce: boolean
  /** Whether exits can be attached: a take-profit and a stop-loss that arm with what is filled. */
  readonly hasExits: boolean
  readonly isTrigger: boolean
}

const EXITS: readonly TicketField[] = ['takeProfit', 'takeProfitPrice', 'stopLoss', 'stopLossPrice']

const kind = (title: string, words: string, given: Partial<OrderKind> = {}): OrderKind => ({
  title,
  words,
  needs: [],
  takes: [],
  hasTimeInForce: false,
  hasExits: false,
  isTrigger: false,
  ...given,
})

/** Every type of order, in the order of the ticket's list. */
export const ORDER_KINDS: Readonly<Record<OrderBody['type'], OrderKind>> = {
  limit: kind('Limit', 'Trades at this price or better. What is not filled rests in the book.', {
    needs: ['price'],
    takes: EXITS,
    hasTimeInForce: true,
    hasExits: true,
  }),
  market: kind('Market', 'Trades against the book at once, within the slippage limit. The rest is canceled.', {
    takes: ['slippage', ...EXITS],
    hasExits: true,
  }),
  stop: kind('Stop', 'Sends a market order when the price passes the trigger.', { needs: ['trigger'], isTrigger: true }),
  stop_limit: kind('Stop limit', 'Sends a limit order when the price passes the trigger.', {
    needs: ['trigger', 'price'],
    isTrigger: true,
  }),
  take_profit: kind('Take profit', 'Sends a market order when the price reaches the trigger.', { needs: ['trigger'], isTrigger: true }),
  take_profit_limit: kind('Take profit limit', 'Sends a limit order when the price reaches the trigger.', {
    needs: ['trigger', 'price'],
    isTrigger: true,
  }),
  trailing_stop: kind('Trailing stop', 'A stop that trails the price at a set distance and never moves back.', {
    needs: ['callback'],
    takes: ['activation'],
    isTrigger: true,
  }),
  scale: kind('Scaled', 'Several limit orders between two prices, accepted together or not at all.', {
    needs: ['price', 'toPrice', 'legs', 'skew', 'sizeSkew'],
  }),
  twap: kind('TWAP', 'Splits the order into parts, one every 30 seconds.', { needs: ['minutes'] }),
}

/** The types in the order of the list. */
export const ORDER_TYPES = recordKeys(ORDER_KINDS) // keys of a record are its own

/** Whether a field belongs to a type of order. */
export const hasField = ({ needs, takes }: OrderKind, field: TicketField): boolean => needs.includes(field) || takes.includes(field)
