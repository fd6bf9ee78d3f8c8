import { floatAt } from '@aerie/core/numbers/float-at'
import { BLOCK_HOURS, computeFactor, type Factor, type FactorTemper, factorStreams, memoizeRecent, type SharedFactors } from './factors.ts'
import { normalAt, type Stream, stream } from './random.ts'
import type { Traits } from './traits.ts'

/** Thirty days of one coin, an hour a step. */
export type HourBlock = {
  /** Natural logarithm of the price at the start of each hour, and at the end of the last. */
  readonly logs: Float64Array
  /** Standard deviation of each hour's log return, jumps left out. */
  readonly deviation: Float64Array
  /** Sudden part of each hour's log return. */
  readonly jump: Float64Array
  /** Coins traded in each hour. */
  readonly volume: Float64Array
}

/** Share of a thirty-day deviation from the anchor that is left thirty days later. */
const PERSISTENCE = 0.8
/** 0.8 to the 60th is 1.5e-6: older months have no say. */
const MEMORY_BLOCKS = 60
const OWN_TEMPER: FactorTemper = { volatilityOfVolatility: 0.5, hoursBetweenJumps: 600 }
const KEPT_BLOCKS = 5

/** Blocks of one coin by index, the last few memoized. */
export type CoinHours = (block: number) => HourBlock

/**
 * The hourly skeleton of one coin. Block ends are fixed first, as a slow process around the coin's anchor; the hours
 * between are drawn freely and then pulled onto both ends, each in proportion to its variance (a Brownian bridge).
 * Every block is a pure function of seed, coin and index.
 *
 * @throws never
 * Source: docs/math/market-sim.md, hours
 */
export function coinHours(seed: string, traits: Traits, shared: (block: number) => SharedFactors): CoinHours {
  const name = traits.coin.symbol
  const own = factorStreams(seed, name)
  const volumes = stream(seed, name, 'volume')
  const level = levelOf(seed, traits)
  return memoizeRecent(KEPT_BLOCKS, (block) => {
    const moves = combine(traits, shared(block), computeFactor(own, OWN_TEMPER, block))
    return {
      logs: bridge(moves, level(block), level(block + 1)),
      deviation: moves.deviation,
      jump: moves.jump,
      volume: volumesOf(traits, moves, volumes, block),
    }
  })
}

type Moves = { readonly smooth: Float64Array; readonly jump: Float64Array; readonly deviation: Float64Array }

function combine(traits: Traits, { market, sectors }: SharedFactors, own: Factor): Moves {
  const moves = { smooth: new Float64Array(BLOCK_HOURS), jump: new Float64Array(BLOCK_HOURS), deviation: new Float64Array(BLOCK_HOURS) }
  const parts: (readonly [number, Factor])[] = [
    [traits.market, market],
    [traits.own, own],
  ]
  if (traits.sector !== null) parts.push([traits.sectorMove, sectors[traits.sector]])
  for (const [scale, factor] of parts) {
    for (let hour = 0; hour < BLOCK_HOURS; hour += 1) {
      moves.smooth[hour] = floatAt(moves.smooth, hour) + scale * floatAt(factor.shock, hour)
      moves.jump[hour] = floatAt(moves.jump, hour) + scale * floatAt(factor.jump, hour)
      moves.deviation[hour] = floatAt(moves.deviation, hour) + (scale * floatAt(factor.volatility, hour)) ** 2
    }
  }
  for (let hour = 0; hour < BLOCK_HOURS; hour += 1) moves.deviation[hour] = Math.sqrt(floatAt(moves.deviation, hour))
  return moves
}

function bridge({ smooth, jump, deviation }: Moves, from: number, to: number): Float64Array {
  let sum = 0
  let variance = 0
  for (let hour = 0; hour < BLOCK_HOURS; hour += 1) {
    sum += floatAt(smooth, hour) + floatAt(jump, hour)
    variance += floatAt(deviation, hour) ** 2
  }
  const pull = (to - from - sum) / variance
  const logs = new Float64Array(BLOCK_HOURS + 1)
  logs[0] = from
  for (let hour = 0; hour < BLOCK_HOURS; hour += 1) {
    logs[hour + 1] = floatAt(logs, hour) + floatAt(smooth, hour) + floatAt(jump, hour) + pull * floatAt(deviation, hour) ** 2
  }
  // The ends are met exactly, whatever the rounding of the sum.
  logs[BLOCK_HOURS] = to
  return logs
}

/** Logarithm of the price where a block begins: the anchor plus shared and own slow deviations. */
function levelOf(seed: string, traits: Traits): (block: number) => number {
  const anchor = Math.log(traits.anchor)
  const market = stream(seed, 'market', 'level')
  const sector = stream(seed, `sector ${traits.sector}`, 'level')
  const own = stream(seed, traits.coin.symbol, 'level')
  // A stationary AR(1) whose step over a block is as large as the hours of a block together.
  const scale = Math.sqrt(BLOCK_HOURS / (2 * (1 - PERSISTENCE)))
  return (block) =>
    anchor + scale * (traits.market * slow(market, block) + traits.sectorMove * slow(sector, block) + traits.own * slow(own, block))
}

/** AR(1) of unit variance as a finite sum of its shocks, so that any index can be asked for. */
function slow(of: Stream, block: number): number {
  let sum = 0
  let weight = Math.sqrt(1 - PERSISTENCE ** 2)
  for (let age = 0; age < MEMORY_BLOCKS; age += 1) {
    sum += weight * normalAt(of, block - age)
    weight *= PERSISTENCE
  }
  return sum
}

/** Volume goes with volatility and with the size of the move, and has noise of its own. */
function volumesOf(traits: Traits, { smooth, jump, deviation }: Moves, of: Stream, block: number): Float64Array {
  return Float64Array.from({ length: BLOCK_HOURS }, (_, hour) => {
    const busy = floatAt(deviation, hour) / traits.hourly
    const move = Math.min(Math.abs(floatAt(smooth, hour) + floatAt(jump, hour)) / traits.hourly, 8)
    return traits.hourlyVolume * (0.15 + 0.6 * busy + 0.3 * move) * Math.exp(0.3 * normalAt(of, block * BLOCK_HOURS + hour) - 0.045)
  })
}
