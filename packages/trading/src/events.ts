import type { Fraction, MicroUsdc, Notional, Price, Size } from '@aerie/core/numbers/units'
import type { Posting } from './ledger.ts'
import type { Position } from './matching/fill.ts'
import type { VenueBook } from './matching/market.ts'
import type { MarginMode, Order, OrderState, Side, Trail } from './orders/order.ts'
import type { Reason } from './reasons.ts'

/** Market data behind a fill, sufficient to verify it by hand. */
export type Evidence = {
  readonly book: number
  readonly venueBook?: VenueBook
  readonly levels: readonly (readonly [price: Price, size: Size])[]
  readonly trade?: Size
  readonly ahead?: Size
  /** No trade was seen; the book moved through the price. */
  readonly isInferred?: boolean
}

/** Account event. Holds results, so replaying needs neither market data nor formulas. */
export type EventBody =
  | { readonly kind: 'deposited'; readonly amount: MicroUsdc; readonly lines: Posting }
  | { readonly kind: 'accepted'; readonly order: Order }
  | { readonly kind: 'rejected'; readonly order: Order }
  | { readonly kind: 'refused'; readonly clientId: string; readonly reason: Reason }
  | {
      readonly kind: 'rested'
      readonly clientId: string
      readonly state: OrderState
      readonly queueAhead: Size
      readonly arrivalMid?: Price
      /** Its queue position was unknown and restarts at the full displayed size. */
      readonly isReset?: boolean
    }
  | { readonly kind: 'triggered'; readonly clientId: string; readonly at: Price }
  | { readonly kind: 'held'; readonly clientId: string; readonly isHeld: boolean }
  | { readonly kind: 'trailed'; readonly clientId: string; readonly trail: Trail }
  | { readonly kind: 'slotPassed'; readonly clientId: string; readonly slots: number }
  /** Combined fills of a scaled order's legs; `clientId` is the scaled order's. */
  | {
      readonly kind: 'legFilled'
      readonly clientId: string
      readonly filled: Size
      readonly paid: Notional
      readonly state: OrderState
    }
  | { readonly kind: 'resized'; readonly clientId: string; readonly size: Size }
  | {
      readonly kind: 'modified'
      readonly clientId: string
      readonly size: Size
      readonly price: Price | undefined
      readonly trigger: Price | undefined
      readonly keepsPlace: boolean
      /** It would take, and reaches the market then. */
      readonly liveAt?: number
    }
  | {
      readonly kind: 'ended'
      readonly clientId: string
      readonly state: 'canceled' | 'expired' | 'rejected' | 'filled'
      readonly reason: Reason | undefined
    }
  | {
      readonly kind: 'filled'
      readonly clientId: string
      readonly symbol: string
      readonly side: Side
      readonly size: Size
      readonly price: Price
      readonly notional: Notional
      readonly liquidity: 'taker' | 'maker'
      readonly feeRate: Fraction
      readonly fee: MicroUsdc
      readonly realised: MicroUsdc
      readonly evidence: Evidence
      /** Takers only: mid of the book before the fill. */
      readonly arrivalMid?: Price
      readonly state: OrderState
      readonly position: Position | null
      readonly lines: Posting
    }
  | {
      readonly kind: 'leverageSet'
      readonly symbol: string
      readonly leverage: bigint
      readonly mode: MarginMode
      readonly position: Position | null
    }
  | { readonly kind: 'marginMoved'; readonly position: Position; readonly lines: Posting }
  | {
      readonly kind: 'funded'
      readonly symbol: string
      readonly rate: Fraction
      readonly oracle: Price
      readonly amount: MicroUsdc
      readonly position: Position
      readonly lines: Posting
      readonly isInferred: boolean
    }
  /** A protective stop was triggered and canceled with a rest; `size` of the position has no stop now. */
  | { readonly kind: 'unprotected'; readonly clientId: string; readonly symbol: string; readonly size: Size }
  | { readonly kind: 'liquidating'; readonly symbol: string | null; readonly equity: MicroUsdc; readonly maintenance: MicroUsdc }
  | { readonly kind: 'cooling'; readonly scope: string; readonly until: number }
  /** The dead-man switch was started or renewed; null: turned off. */
  | { readonly kind: 'cancelScheduled'; readonly schedule: ScheduledCancel | null }
  /** The dead-man switch was not renewed by `due`, in milliseconds of the market clock. */
  | { readonly kind: 'scheduledCancelFired'; readonly due: number }
  | { readonly kind: 'insured'; readonly symbol: string | null; readonly amount: MicroUsdc; readonly lines: Posting }

/** Stored event: sequence per account from 1, on the market clock. */
export type TradingEvent = EventBody & { readonly seq: number; readonly t: number }

/** Settings of a dead-man switch. */
export type CancelPlan = {
  /** From each renewal to the cancel, in milliseconds of the market clock. */
  readonly afterMs: number
  /** Reduce-only orders are kept, so positions keep their stops. */
  readonly keepsReduceOnly: boolean
}

/** Active dead-man switch: all orders are canceled at `at` (market clock) unless it is renewed or turned off. */
export type ScheduledCancel = CancelPlan & { readonly at: number }
