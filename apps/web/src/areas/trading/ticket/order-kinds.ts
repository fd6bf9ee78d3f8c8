import { recordKeys } from '@aerie/core/record-keys'
import type { OrderBody } from '@aerie/wire/trading/trading'
import type { TicketField } from './ticket-draft.ts'

export type OrderKind = {
  readonly title: string
  /** Label of its line on a chart, if not `title`. */
  readonly chartTitle?: string
  readonly description: string
  readonly needs: readonly TicketField[]
  readonly takes: readonly TicketField[]
  readonly hasTimeInForce: boolean
  /** Whether it can have attached exits: a take-profit and a stop-loss that arm as it fills. */
  readonly hasExits: boolean
  readonly isTrigger: boolean
}

const EXITS: readonly TicketField[] = ['takeProfit', 'takeProfitPrice', 'stopLoss', 'stopLossPrice']

const kind = (title: string, description: string, given: Partial<OrderKind> = {}): OrderKind => ({
  title,
  description,
  needs: [],
  takes: [],
  hasTimeInForce: false,
  hasExits: false,
  isTrigger: false,
  ...given,
})

export const ORDER_KINDS: Readonly<Record<OrderBody['type'], OrderKind>> = {
  limit: kind('Limit', 'Trades at this price or better. What is not filled rests in the book.', {
    needs: ['price'],
    takes: EXITS,
    hasTimeInForce: true,
    hasExits: true,
  }),
  market: kind('Market', 'Trades against the book at once, within the slippage limit. The rest is cancelled.', {
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
    chartTitle: 'Take profit',
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

export const ORDER_TYPES = recordKeys(ORDER_KINDS) // keys of a record are its own

export const hasField = ({ needs, takes }: OrderKind, field: TicketField): boolean => needs.includes(field) || takes.includes(field)
