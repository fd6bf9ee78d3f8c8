import type { Price } from '@aerie/core/numbers/units'
import type { TradingEvent } from '@aerie/trading/events'
import type { Decision } from '@aerie/trading/orders/order'
import type { AccountState } from '@aerie/trading/state'
import type { OrderBody } from '@aerie/wire/trading/trading'
import type { AccountRow } from '../trading-repository.ts'
import type { JournalRows } from './journal-rows.ts'

/** The round trips of one account in memory, kept beside it. Synchronous, as the account is. */
export type TripKeeper = {
  /** A mark was seen. */
  readonly hear: (symbol: string, mark: Price | undefined, at: number) => void
  /** Something was missed in a market. */
  readonly missed: (symbol: string) => void
  readonly fold: (events: readonly TradingEvent[]) => void
  /** What has to be written now; undefined: nothing that cannot wait. */
  readonly take: (now: number, hasEvents: boolean) => JournalRows | undefined
  /** Reads again what was missed, where it can be read by now. */
  readonly mend: () => Promise<void>
}

/** Opens the round trips of an account as they are stored, up to the account's newest event. */
export type OpenTrips = (row: AccountRow, state: AccountState) => Promise<TripKeeper>

/** What led a user to an order that is being sent. @throws AppError bad_input for what is not the user's */
export type DecisionOf = (userId: string, body: OrderBody) => Promise<Decision | undefined>

/** Keeps nothing: of an account whose trades nobody has decided. */
export const NO_TRIPS: TripKeeper = {
  hear: () => undefined,
  missed: () => undefined,
  fold: () => undefined,
  take: () => undefined,
  mend: async () => undefined,
}
