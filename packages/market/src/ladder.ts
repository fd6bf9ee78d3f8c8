import type { EpochMs } from '@aerie/core/time'
import type { OrderBook } from './market-source.ts'
import { normalAt, type Stream, stream, uniformAt } from './sim/random.ts'

const LEVELS = 30
const RESTING_MS = 8_000

/** Widest distance from the best price that is searched for levels, in rungs. */
const REACH = 2_000
/** Distance at which half of the rungs hold a level, in rungs: near the best price nearly all do. */
const HALF_KEPT = 10

/** Constant properties of a coin's generated book. */
export type Ladder = {
  readonly symbol: string
  /** Prices are integers in units of `1 / grid`. */
  readonly grid: number
  /** Distance of its rungs, in units. */
  readonly step: number
  readonly volumeDecimals: number
  readonly streams: Readonly<Record<'size' | 'phase' | 'price' | 'kept', Stream>>
}

type LadderGiven = Pick<Ladder, 'symbol' | 'grid' | 'volumeDecimals'> & { readonly seed: string; readonly anchor: number }

/** A coin's book for a seed: rungs of 0.2 bp of the anchor. Source: docs/math/market-sim.md, book */
export function ladderOf({ seed, anchor, ...coin }: LadderGiven): Ladder {
  const of = (what: string) => stream(seed, coin.symbol, 'book', what)
  return {
    ...coin,
    step: Math.max(1, Math.round(anchor * coin.grid * 0.00002)),
    streams: { size: of('size'), phase: of('phase'), price: of('price'), kept: of('kept') },
  }
}

/** Last price, and the standard deviation of an hour's return around it. */
export type LadderPosition = { readonly price: number; readonly deviation: number }

/** A rung's price in units: its own place in the lower 70 % of the step, so that distances vary and the order stays. */
const unitsAt = ({ step, streams }: Ladder, rung: number): number => rung * step + Math.floor(0.7 * step * uniformAt(streams.price, rung))

function bestRungs(ladder: Ladder, { price, deviation }: LadderPosition): { readonly bid: number; readonly ask: number } {
  const units = Math.round(price * ladder.grid)
  const half = Math.max(1, Math.round(units * deviation * 0.002))
  const [below, above] = [Math.floor((units - half) / ladder.step), Math.ceil((units + half) / ladder.step)]
  return {
    bid: unitsAt(ladder, below) <= units - half ? below : below - 1,
    ask: unitsAt(ladder, above - 1) >= units + half ? above - 1 : above,
  }
}

/** Best bid and ask of a generated book: bid < price < ask. */
export function ladderQuote(ladder: Ladder, position: LadderPosition): { readonly bid: number; readonly ask: number } {
  const { bid, ask } = bestRungs(ladder, position)
  return { bid: unitsAt(ladder, bid) / ladder.grid, ask: unitsAt(ladder, ask) / ladder.grid }
}

/** Generated book of up to 30 levels a side, sparser outward; a size lasts about eight seconds. Source: docs/math/market-sim.md, book */
export function ladderBook(ladder: Ladder, { typical, asOf, ...position }: LadderPosition & { typical: number; asOf: EpochMs }): OrderBook {
  const { symbol, grid, volumeDecimals, streams } = ladder
  const level = (rung: number, depth: number): readonly [number, number] => {
    const era = Math.floor(asOf / RESTING_MS + uniformAt(streams.phase, rung))
    const size = typical * (0.4 + 0.1 * depth) * Math.exp(0.8 * normalAt(streams.size, Math.imul(rung, 0x9e3779b1) + era))
    return [unitsAt(ladder, rung) / grid, roundSize(size, volumeDecimals)]
  }
  const side = (best: number, direction: 1 | -1) => {
    const levels: (readonly [number, number])[] = []
    for (let away = 0; away < REACH && levels.length < LEVELS; away += 1) {
      const rung = best + direction * away
      if (rung > 0 && uniformAt(streams.kept, rung) * (HALF_KEPT + away) < HALF_KEPT) levels.push(level(rung, levels.length))
    }
    return levels
  }
  const { bid, ask } = bestRungs(ladder, position)
  return { symbol, bids: side(bid, -1), asks: side(ask, 1), asOf }
}

const roundSize = (size: number, decimals: number): number => Math.max(1, Math.round(size * 10 ** decimals)) / 10 ** decimals
