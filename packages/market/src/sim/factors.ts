import { floatAt, itemAt } from '@aerie/core/item-at'
import { recordOf } from '@aerie/core/record-keys'
import { bitsAt, normalAt, type Stream, smoothNoise, stream, uniformAt } from './random.ts'
import { SECTORS, type Sector } from './traits.ts'

/** Hours per block: thirty days are generated together and join their neighbours at fixed prices. */
export const BLOCK_HOURS = 720

/** Time scales of volatility in hours, and their weights in its logarithm. */
const SCALES = [5, 24, 120, 600] as const
const WEIGHTS = [0.5, 0.5, 0.5, 0.5] as const

/** One source of price movement over a block. */
export type Factor = {
  /** Relative to the long-run level, weekly season included; long-run mean square 1. */
  readonly volatility: Float64Array
  readonly shock: Float64Array
  /** In units of the factor's hourly level; 0 in most hours. */
  readonly jump: Float64Array
}

/** Random streams of one factor. */
export type FactorStreams = { readonly shock: Stream; readonly jump: Stream; readonly scales: readonly Stream[] }

/** Random streams of a factor by name. */
export const factorStreams = (seed: string, name: string): FactorStreams => ({
  shock: stream(seed, name, 'shock'),
  jump: stream(seed, name, 'jump'),
  scales: SCALES.map((scale) => stream(seed, name, 'volatility', String(scale))),
})

/** A factor's volatility of volatility and jump frequency. */
export type FactorTemper = { readonly volatilityOfVolatility: number; readonly hoursBetweenJumps: number }

const MARKET_TEMPER: FactorTemper = { volatilityOfVolatility: 0.6, hoursBetweenJumps: 500 }
const SECTOR_TEMPER: FactorTemper = { volatilityOfVolatility: 0.5, hoursBetweenJumps: 900 }

/** Clustered volatility, and Laplace jumps around six hourly moves. Source: docs/math/market-sim.md, volatility and jumps */
export function computeFactor(streams: FactorStreams, temper: FactorTemper, block: number): Factor {
  const factor = {
    volatility: new Float64Array(BLOCK_HOURS),
    shock: new Float64Array(BLOCK_HOURS),
    jump: new Float64Array(BLOCK_HOURS),
  }
  const start = block * BLOCK_HOURS
  const restless = temper.volatilityOfVolatility
  for (let index = 0; index < BLOCK_HOURS; index += 1) {
    const hour = start + index
    let log = -restless * restless
    for (let scale = 0; scale < SCALES.length; scale += 1) {
      log += restless * itemAt(WEIGHTS, scale) * smoothNoise(itemAt(streams.scales, scale), hour, itemAt(SCALES, scale))
    }
    const volatility = Math.exp(log) * seasonAt(hour)
    factor.volatility[index] = volatility
    factor.shock[index] = volatility * normalAt(streams.shock, hour)
    factor.jump[index] = jumpAt(streams.jump, hour, temper.hoursBetweenJumps)
  }
  return factor
}

function jumpAt(of: Stream, hour: number, hoursBetween: number): number {
  if (uniformAt(of, hour * 2) * hoursBetween >= 1) return 0
  const size = 3 - 3 * Math.log(uniformAt(of, hour * 2 + 1))
  return bitsAt(of, hour * 2 + 1) & 1 ? size : -size
}

/** Factors shared by all coins over a block. */
export type SharedFactors = { readonly market: Factor; readonly sectors: Readonly<Record<Sector, Factor>> }

const KEPT_BLOCKS = 6

/** Shared factors by block, the last few memoized. */
export function sharedFactors(seed: string): (block: number) => SharedFactors {
  const market = factorStreams(seed, 'market')
  const sectors = recordOf(SECTORS, (sector) => factorStreams(seed, `sector ${sector}`))
  return memoizeRecent(KEPT_BLOCKS, (block) => ({
    market: computeFactor(market, MARKET_TEMPER, block),
    sectors: recordOf(SECTORS, (sector) => computeFactor(sectors[sector], SECTOR_TEMPER, block)),
  }))
}

/** Memoizes the `size` most recently used results. */
export function memoizeRecent<T>(size: number, make: (key: number) => T): (key: number) => T {
  const answers = new Map<number, T>()
  return (key) => {
    const answer = answers.get(key) ?? make(key)
    answers.delete(key)
    answers.set(key, answer)
    if (answers.size > size) for (const oldest of [...answers.keys()].slice(0, answers.size - size)) answers.delete(oldest)
    return answer
  }
}

/** In UTC; the epoch was a Thursday. */
const DAY_OF_WEEK_AT_EPOCH = 4

const PROFILE = Float64Array.from({ length: 168 }, (_, hourOfWeek) => raw(hourOfWeek))
const ROOT_MEAN_SQUARE = Math.sqrt(PROFILE.reduce((sum, one) => sum + one * one, 0) / PROFILE.length)

/** Quiet in the Asian morning, busiest at the New York open, a quarter less on weekends. */
function raw(hourOfWeek: number): number {
  const angle = (2 * Math.PI * ((hourOfWeek % 24) - 15)) / 24
  const day = Math.floor(hourOfWeek / 24)
  return (1 + 0.28 * Math.cos(angle) + 0.08 * Math.cos(2 * angle)) * (day === 0 || day === 6 ? 0.76 : 1)
}

/** Seasonal volatility factor; mean square over a week is 1. Source: docs/math/market-sim.md, seasons */
function seasonAt(hour: number): number {
  const hourOfWeek = (((hour + DAY_OF_WEEK_AT_EPOCH * 24) % 168) + 168) % 168
  return floatAt(PROFILE, hourOfWeek) / ROOT_MEAN_SQUARE
}
