import type { Price } from '@aerie/core/numbers/units'
import type { TradingEvent } from '@aerie/trading/events'
import type { Decision } from '@aerie/trading/orders/order'
import type { AccountState } from '@aerie/trading/state'
import type { OrderBody } from '@aerie/wire/trading/trading'
import type { AccountRow } from '../store.ts'
import type { JournalRows } from './journal-rows.ts'

/** Round trips of an in-memory account. Synchronous, like the account. */
export type TripKeeper = {
  readonly handle: (symbol: string, mark: Price | undefined, at: number) => void
  readonly missed: (symbol: string) => void
  readonly fold: (events: readonly TradingEvent[]) => void
  /** Rows to write now; undefined if there are none that cannot wait. */
  readonly take: (now: number, hasEvents: boolean) => JournalRows | undefined
  readonly mend: () => Promise<void>
}

export type OpenTrips = (row: AccountRow, state: AccountState) => Promise<TripKeeper>

/** Decision context of an order. @throws AppError bad_input for references to another user's data */
export type DecisionOf = (userId: string, body: OrderBody) => Promise<Decision | undefined>

/** Round trips and decisions of all accounts, kept by the journal. */
export type TripBook = {
  readonly open: OpenTrips
  readonly decisionOf: DecisionOf
  /** Reads what trips record at their opening; awaited before the first account is loaded. */
  readonly refresh: () => Promise<void>
}

/** For accounts with automated trades, which involve no decision to review. */
export const NO_TRIPS: TripKeeper = {
  handle: () => undefined,
  missed: () => undefined,
  fold: () => undefined,
  take: () => undefined,
  mend: async () => undefined,
}
