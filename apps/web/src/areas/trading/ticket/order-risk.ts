import { type ExitResult, exitResult } from '@aerie/core/market/exit-result'
import { fractionOf, type MicroUsdc, microUsdc, notionalOf, type Price, type Size, size, usdcCeil } from '@aerie/core/numbers/units'
import type { OrderPreview } from '@aerie/wire/trading/trading-orders'
import { priceFrom, sizeFrom, usdcFrom } from '../account/exact.ts'
import { ORDER_KINDS } from './order-kinds.ts'
import type { TicketOrder, TicketReading } from './read-ticket.ts'
import type { TicketTerms } from './ticket-terms.ts'

/** An opening order whose liquidation price is nearer than this share of its entry needs a confirmation. */
export const NEAR_LIQUIDATION = 0.03
/** From this leverage on liquidation may be that near: an order then waits for its preview. */
export const PREVIEWED_LEVERAGE = 16

export type OrderContext = {
  readonly order: TicketOrder
  readonly reading: Pick<TicketReading, 'size' | 'entry'>
  readonly terms: TicketTerms
  readonly preview: OrderPreview | null
  /** Entry of the open position. */
  readonly heldEntry: Price | null
}

/** An exit of the order, or the order itself if it waits for a trigger. */
export type Triggered = {
  readonly name: 'Stop' | 'Target' | 'Trigger'
  /** Null for a trailing stop: it moves. */
  readonly trigger: Price | null
  /** The worst price of a limit order, else the trigger. */
  readonly at: Price | null
  readonly done: ExitResult | null
}

const directionOf = (side: 'buy' | 'sell'): bigint => (side === 'buy' ? 1n : -1n)

/** The position once the whole order has traded. */
const heldAfter = ({ order, terms, reading }: OrderContext): Size | null =>
  reading.size === null ? null : size(terms.held + directionOf(order.side) * reading.size)

/** Average price of an order that trades completely now, else the expected price. */
export function entryPrice({ reading, preview }: Pick<OrderContext, 'reading' | 'preview'>): Price | null {
  const isWhole = preview !== null && reading.size !== null && sizeFrom(preview.fills) === reading.size
  return (isWhole ? priceFrom(preview.average_price) : null) ?? reading.entry
}

/** What happens at the stop and target of a bracket, or at the trigger of the order. */
export function triggeredBy(context: OrderContext): readonly Triggered[] {
  const { order } = context
  if (ORDER_KINDS[order.type].isTrigger) return [ownTrigger(context)]
  return [
    ...(order.stop_loss === undefined ? [] : [bracketExit(context, 'Stop', order.stop_loss)]),
    ...(order.take_profit === undefined ? [] : [bracketExit(context, 'Target', order.take_profit)]),
  ]
}

function ownTrigger({ order, reading, terms, heldEntry }: OrderContext): Triggered {
  const trigger = priceFrom(order.trigger ?? null)
  const at = priceFrom(order.price ?? null) ?? trigger
  const done =
    at === null || reading.size === null
      ? null
      : exitResult(
          { size: terms.held, entry: heldEntry },
          { side: order.side, size: reading.size, at, isReduceOnly: order.reduce_only === true, fee: terms.instrument.takerFee },
        )
  return { name: 'Trigger', trigger, at, done }
}

type Exit = NonNullable<TicketOrder['stop_loss']>

/** Measured from the order's own entry, with its fee: what this order wins or loses, whatever was open before. */
function bracketExit(context: OrderContext, name: 'Stop' | 'Target', exit: Exit): Triggered {
  const { order, reading, terms } = context
  const trigger = priceFrom(exit.trigger)
  const at = priceFrom(exit.price ?? null) ?? trigger
  const [held, entry, entryFee] = [heldAfter(context), entryPrice(context), entryFeeOf(context)]
  if (at === null || held === null || reading.size === null) return { name, trigger, at, done: null }
  const side = order.side === 'buy' ? 'sell' : 'buy'
  const done = exitResult({ size: held, entry }, { side, size: reading.size, at, isReduceOnly: true, fee: terms.instrument.takerFee })
  if (entryFee === null) return { name, trigger, at, done: { ...done, result: null } }
  const fee = microUsdc(done.fee + entryFee)
  return { name, trigger, at, done: { ...done, fee, result: done.result === null ? null : microUsdc(done.result - entryFee) } }
}

/** Of the part that trades now as the server computed it; of the rest at the maker rate. Null if a part would do neither. */
function entryFeeOf({ preview, reading, terms }: OrderContext): MicroUsdc | null {
  if (preview === null) return null
  const [fee, fills, rests] = [usdcFrom(preview.fee), sizeFrom(preview.fills), sizeFrom(preview.rests)]
  if (fee === null || fills === null || rests === null || reading.entry === null || fills + rests !== reading.size) return null
  return microUsdc(fee + usdcCeil(fractionOf(notionalOf(reading.entry, rests), terms.instrument.makerFee)))
}

/** Net gain at the target in units of the net loss at the stop; null unless both are known and the stop loses. */
export function rewardToRisk(exits: readonly Triggered[]): number | null {
  const resultAt = (name: Triggered['name']) => exits.find((exit) => exit.name === name)?.done?.result ?? null
  const [loss, gain] = [resultAt('Stop'), resultAt('Target')]
  return loss === null || gain === null || loss >= 0n ? null : Number(gain) / Number(-loss)
}

export type LiquidationDistance = {
  readonly price: Price
  /** Share of the entry that the price would have to move; 0 where it is already beyond. */
  readonly share: number
  /** Whether the order opens or enlarges a position. */
  readonly isOpening: boolean
}

/** Null while unknown, or if no price liquidates. */
export function liquidationDistance(context: OrderContext): LiquidationDistance | null {
  const [liquidation, entry, after] = [priceFrom(context.preview?.liquidation_price ?? null), entryPrice(context), heldAfter(context)]
  if (liquidation === null || entry === null || after === null || after === 0n) return null
  const away = Number(entry - liquidation) * (after > 0n ? 1 : -1)
  const { held } = context.terms
  const isOpening = context.order.reduce_only !== true && (after > 0n !== held > 0n || magnitudeOf(after) > magnitudeOf(held))
  return { price: liquidation, share: Math.max(0, away / Number(entry)), isOpening }
}

const magnitudeOf = (value: bigint): bigint => (value < 0n ? -value : value)
