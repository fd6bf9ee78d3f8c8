import { recordKeys } from '@aerie/core/record-keys'
import type { OrderBody } from '@aerie/wire/trading/trading'
import * as WORDS from './order-kind-words.ts'
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
  limit: kind(WORDS.limit, WORDS.limitAbout, {
    needs: ['price'],
    takes: EXITS,
    hasTimeInForce: true,
    hasExits: true,
  }),
  market: kind(WORDS.market, WORDS.marketAbout, {
    takes: ['slippage', ...EXITS],
    hasExits: true,
  }),
  stop: kind(WORDS.stop, WORDS.stopAbout, { needs: ['trigger'], isTrigger: true }),
  stop_limit: kind(WORDS.stopLimit, WORDS.stopLimitAbout, {
    needs: ['trigger', 'price'],
    isTrigger: true,
  }),
  take_profit: kind(WORDS.takeProfit, WORDS.takeProfitAbout, { needs: ['trigger'], isTrigger: true }),
  take_profit_limit: kind(WORDS.takeProfitLimit, WORDS.takeProfitLimitAbout, {
    needs: ['trigger', 'price'],
    isTrigger: true,
  }),
  trailing_stop: kind(WORDS.trailingStop, WORDS.trailingStopAbout, {
    needs: ['callback'],
    takes: ['activation'],
    isTrigger: true,
  }),
  scale: kind(WORDS.scaled, WORDS.scaledAbout, {
    needs: ['price', 'toPrice', 'legs', 'skew', 'sizeSkew'],
  }),
  twap: kind('TWAP', WORDS.twapAbout, { needs: ['minutes'] }),
}

/** The types in the order of the list. */
export const ORDER_TYPES = recordKeys(ORDER_KINDS) // keys of a record are its own

/** Whether a field belongs to a type of order. */
export const hasField = ({ needs, takes }: OrderKind, field: TicketField): boolean => needs.includes(field) || takes.includes(field)
