import { floatAt } from '@aerie/core/item-at'
import { BLOCK_HOURS, computeFactor, type Factor, type FactorTemper, factorStreams, memoizeRecent, type SharedFactors } from './factors.ts'
import { normalAt, type Stream, stream } from './random.ts'
import type { Traits } from './traits.ts'

/** Thirty days of one coin in hourly steps; volume in coins. */
export type HourBlock = {
  /** Natural log of the price at the start of each hour, and at the end of the last. */
  readonly logs: Float64Array
  /** Standard deviation of each hour's log return, without jumps. */
  readonly deviation: Float64Array
  readonly jump: Float64Array
  readonly volume: Float64Array
}

/** AR(1) coefficient over thirty days of the deviation from the anchor. */
const PERSISTENCE = 0.8
/** 0.8^60 is 1.5e-6, so older blocks are negligible. */
const MEMORY_BLOCKS = 60
const OWN_TEMPER: FactorTemper = { volatilityOfVolatility: 0.5, hoursBetweenJumps: 600 }
const KEPT_BLOCKS = 5

/** Blocks of one coin by index, the last few memoized. */
export type CoinHours = (block: number) => HourBlock

/** Blocks joined at slow AR(1) ends by a Brownian bridge; pure in seed, coin and index. Source: docs/math/market-sim.md, hours */
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
  // Sets the end exactly, despite rounding of the sum.
  logs[BLOCK_HOURS] = to
  return logs
}

function levelOf(seed: string, traits: Traits): (block: number) => number {
  const anchor = Math.log(traits.anchor)
  const market = stream(seed, 'market', 'level')
  const sector = stream(seed, `sector ${traits.sector}`, 'level')
  const own = stream(seed, traits.coin.symbol, 'level')
  // A stationary AR(1) whose step over a block has the same variance as the block's hours together.
  const scale = Math.sqrt(BLOCK_HOURS / (2 * (1 - PERSISTENCE)))
  return (block) =>
    anchor + scale * (traits.market * slow(market, block) + traits.sectorMove * slow(sector, block) + traits.own * slow(own, block))
}

/** Unit-variance AR(1) as a finite sum of shocks, which allows random access. */
function slow(of: Stream, block: number): number {
  let sum = 0
  let weight = Math.sqrt(1 - PERSISTENCE ** 2)
  for (let age = 0; age < MEMORY_BLOCKS; age += 1) {
    sum += weight * normalAt(of, block - age)
    weight *= PERSISTENCE
  }
  return sum
}

function volumesOf(traits: Traits, { smooth, jump, deviation }: Moves, of: Stream, block: number): Float64Array {
  return Float64Array.from({ length: BLOCK_HOURS }, (_, hour) => {
    const busy = floatAt(deviation, hour) / traits.hourly
    const move = Math.min(Math.abs(floatAt(smooth, hour) + floatAt(jump, hour)) / traits.hourly, 8)
    return traits.hourlyVolume * (0.15 + 0.6 * busy + 0.3 * move) * Math.exp(0.3 * normalAt(of, block * BLOCK_HOURS + hour) - 0.045)
  })
}
