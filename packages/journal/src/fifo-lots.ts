import { itemAt } from '@aerie/core/item-at'
import {
  floorDiv,
  least,
  type MicroUsdc,
  microUsdc,
  most,
  type Notional,
  notional,
  type Size,
  size,
  usdcFloor,
} from '@aerie/core/numbers/units'
import type { JournalFill, PriceSpan } from './round-trip.ts'

/** A lot that was opened by one fill and closed by another: first in, first out. */
export type FifoLot = {
  readonly symbol: string
  readonly side: 'long' | 'short'
  readonly size: Size
  readonly openedAt: number
  readonly closedAt: number
  readonly entryWorth: Notional
  readonly exitWorth: Notional
  /** Profit before fees, rounded down. */
  readonly gross: MicroUsdc
  /** Shares of the two fills' fees, by size, rounded down; a fill's last share has what is left. */
  readonly fees: MicroUsdc
  /** Worst (0 or below) and best (0 or above) unrealised profit of the lot between its own two fills; absent where the prices are not known. */
  readonly excursion?: { readonly worst: Notional; readonly best: Notional }
}

type Part = { readonly fill: JournalFill; readonly place: number; size: bigint; worth: bigint; fee: bigint }

/**
 * The closed lots of one symbol's fills, first in, first out: a second view on what `afterFill` counts flat to flat. The sums of
 * profit differ by rounding alone.
 *
 * @param fills of one symbol, oldest first
 * @param spans prices after each of these fills, as an `OpenTrip` has them; fewer than fills: what closed later has no excursion
 * @throws never
 * Source: Lean, FillGroupingMethod.FillToFill with FIFO matching
 */
export function fifoLots(fills: readonly JournalFill[], spans: readonly PriceSpan[] = []): FifoLot[] {
  const waiting: Part[] = []
  const lots: FifoLot[] = []
  for (const [place, fill] of fills.entries()) {
    const rest: Part = { fill, place, size: fill.size, worth: fill.worth, fee: fill.fee }
    while (rest.size > 0n) {
      const first = waiting[0]
      if (first === undefined || first.fill.side === fill.side) break
      lots.push(matched(first, rest, spans))
      if (first.size === 0n) waiting.shift()
    }
    if (rest.size > 0n) waiting.push(rest)
  }
  return lots
}

function matched(opening: Part, closing: Part, spans: readonly PriceSpan[]): FifoLot {
  const amount = least(opening.size, closing.size)
  const entry = taken(opening, amount)
  const exit = taken(closing, amount)
  const isLong = opening.fill.side === 'buy'
  const between = closing.place > spans.length ? [] : spans.slice(opening.place, closing.place)
  return {
    symbol: opening.fill.symbol,
    side: isLong ? 'long' : 'short',
    size: size(amount),
    openedAt: opening.fill.at,
    closedAt: closing.fill.at,
    entryWorth: notional(entry.worth),
    exitWorth: notional(exit.worth),
    gross: usdcFloor(notional(isLong ? exit.worth - entry.worth : entry.worth - exit.worth)),
    fees: microUsdc(entry.fee + exit.fee),
    ...(between.length > 0 && { excursion: excursionOf({ isLong, amount, worth: entry.worth }, between) }),
  }
}

type Lot = { readonly isLong: boolean; readonly amount: bigint; readonly worth: bigint }

function excursionOf({ isLong, amount, worth }: Lot, spans: readonly PriceSpan[]): NonNullable<FifoLot['excursion']> {
  const low = spans.reduce((lowest, span) => least(lowest, span.low), itemAt(spans, 0).low) * amount - worth
  const high = spans.reduce((highest, span) => most(highest, span.high), itemAt(spans, 0).high) * amount - worth
  const [worst, best] = isLong ? [low, high] : [-high, -low]
  return { worst: notional(least(0n, worst)), best: notional(most(0n, best)) }
}

/** Takes `amount` out of a part, with its shares of worth and fee. */
function taken(part: Part, amount: bigint): { worth: bigint; fee: bigint } {
  const worth = floorDiv(part.worth * amount, part.size)
  const fee = floorDiv(part.fee * amount, part.size)
  part.size -= amount
  part.worth -= worth
  part.fee -= fee
  return { worth, fee }
}
