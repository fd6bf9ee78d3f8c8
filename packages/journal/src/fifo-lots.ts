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

/** Lot opened by one fill and closed by another, first in, first out. */
export type FifoLot = {
  readonly symbol: string
  readonly side: 'long' | 'short'
  readonly size: Size
  readonly openedAt: number
  readonly closedAt: number
  readonly entryWorth: Notional
  readonly exitWorth: Notional
  readonly gross: MicroUsdc
  /** Proportional shares of both fills' fees, rounded down; a fill's last share gets the remainder. */
  readonly fees: MicroUsdc
  /** Worst (≤ 0) and best (≥ 0) unrealized profit between the lot's two fills; absent if prices are unknown. */
  readonly excursion?: { readonly worst: Notional; readonly best: Notional }
}

type Part = { readonly fill: JournalFill; readonly place: number; size: bigint; worth: bigint; fee: bigint }

/** FIFO lots of one symbol's fills, oldest first. `spans`: prices after each fill; later lots have no excursion. Source: Lean. */
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

function taken(part: Part, amount: bigint): { worth: bigint; fee: bigint } {
  const worth = floorDiv(part.worth * amount, part.size)
  const fee = floorDiv(part.fee * amount, part.size)
  part.size -= amount
  part.worth -= worth
  part.fee -= fee
  return { worth, fee }
}
