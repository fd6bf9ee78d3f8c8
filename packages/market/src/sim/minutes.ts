import { floatAt } from '@aerie/core/item-at'
import type { Candle } from '@aerie/core/market/candle'
import { BLOCK_HOURS } from './factors.ts'
import type { CoinHours } from './hours.ts'
import { normalAt, type Stream, stream, uniformAt } from './random.ts'
import type { Traits } from './traits.ts'

const MINUTES = 60

/** One hour of one coin in minute steps. */
export type MinutePath = {
  readonly hour: number
  /** Log price at the start of each minute, and at the end of the last. */
  readonly logs: Float64Array
  readonly deviation: Float64Array
}

/** Minute data of one coin; every result is a pure function of seed, coin and time. */
export type CoinMinutes = {
  readonly traits: Traits
  /** `hour` since the epoch. The result is overwritten by the next call of any method here. */
  readonly path: (hour: number) => MinutePath
  readonly high: (path: MinutePath, index: number) => number
  readonly low: (path: MinutePath, index: number) => number
  readonly minuteCandles: (hour: number) => Candle[]
  readonly hourCandle: (hour: number) => Candle
  readonly price: (log: number) => number
}

/** Brownian bridge with exact extremes, so hours, minutes and ticks agree exactly. Source: docs/math/market-sim.md, minutes */
export function coinMinutes(seed: string, traits: Traits, hours: CoinHours): CoinMinutes {
  const streams = streamsOf(seed, traits)
  const scratch = { hour: 0, logs: new Float64Array(MINUTES + 1), deviation: new Float64Array(MINUTES) }
  const grid = 10 ** traits.decimals
  const units = 10 ** traits.volumeDecimals
  const price = (log: number) => Math.max(1, Math.round(Math.exp(log) * grid)) / grid
  const path = (hour: number) => {
    const block = Math.floor(hour / BLOCK_HOURS)
    const { logs, deviation, jump } = hours(block)
    const index = hour - block * BLOCK_HOURS
    scratch.hour = hour
    fillPrices(scratch, streams, traits, {
      from: floatAt(logs, index),
      to: floatAt(logs, index + 1),
      deviation: floatAt(deviation, index),
      jump: floatAt(jump, index),
    })
    return scratch
  }
  const volumeUnits = (hour: number) => {
    const block = Math.floor(hour / BLOCK_HOURS)
    return Math.round(floatAt(hours(block).volume, hour - block * BLOCK_HOURS) * units)
  }
  const high = (at: MinutePath, index: number) => extreme(at, index, streams.high, 1)
  const low = (at: MinutePath, index: number) => extreme(at, index, streams.low, -1)
  return {
    traits,
    path,
    high,
    low,
    price,
    minuteCandles: (hour) => {
      const made = path(hour)
      const traded = tradedBy(made, streams.volume, volumeUnits(hour))
      return Array.from({ length: MINUTES }, (_, index) => ({
        time: (hour * MINUTES + index) * 60,
        open: price(floatAt(made.logs, index)),
        high: price(high(made, index)),
        low: price(low(made, index)),
        close: price(floatAt(made.logs, index + 1)),
        volume: (floatAt(traded, index) - (index === 0 ? 0 : floatAt(traded, index - 1))) / units,
      }))
    },
    hourCandle: (hour) => {
      const made = path(hour)
      return {
        time: hour * 3600,
        open: price(floatAt(made.logs, 0)),
        high: price(furthest(made, streams.high, 1)),
        low: price(furthest(made, streams.low, -1)),
        close: price(floatAt(made.logs, MINUTES)),
        volume: volumeUnits(hour) / units,
      }
    },
  }
}

function streamsOf(seed: string, traits: Traits) {
  const of = (what: string) => stream(seed, traits.coin.symbol, 'minute', what)
  return {
    market: stream(seed, 'market', 'minute'),
    own: of('own'),
    busy: of('busy'),
    jump: of('jump'),
    high: of('high'),
    low: of('low'),
    volume: of('volume'),
  }
}

const BUSY_SCALE = 6
const BUSY_NODES = new Float64Array(MINUTES / BUSY_SCALE + 1)

type HourEnds = { readonly from: number; readonly to: number; readonly deviation: number; readonly jump: number }

function fillPrices(path: MinutePath, streams: ReturnType<typeof streamsOf>, traits: Traits, ends: HourEnds): void {
  const { logs, deviation } = path
  const shared = traits.market / traits.hourly
  const alone = Math.sqrt(1 - shared * shared)
  const first = path.hour * MINUTES
  fillDeviation(path, streams.busy, ends.deviation / Math.sqrt(MINUTES))
  let sum = 0
  let variance = 0
  for (let index = 0; index < MINUTES; index += 1) {
    const size = floatAt(deviation, index)
    const move = size * (shared * normalAt(streams.market, first + index) + alone * normalAt(streams.own, first + index))
    logs[index + 1] = move
    sum += move
    variance += size * size
  }
  const jumpMinute = Math.floor(uniformAt(streams.jump, path.hour) * MINUTES)
  const pull = (ends.to - ends.from - ends.jump - sum) / variance
  logs[0] = ends.from
  for (let index = 0; index < MINUTES; index += 1) {
    const jump = index === jumpMinute ? ends.jump : 0
    logs[index + 1] = floatAt(logs, index) + floatAt(logs, index + 1) + pull * floatAt(deviation, index) ** 2 + jump
  }
  // Sets the end exactly, despite rounding of the sum.
  logs[MINUTES] = ends.to
}

/** `typical` times exp of smooth noise, so that volatility clusters within an hour. */
function fillDeviation({ hour, deviation }: MinutePath, of: Stream, typical: number): void {
  const firstNode = hour * (MINUTES / BUSY_SCALE)
  for (let node = 0; node < BUSY_NODES.length; node += 1) BUSY_NODES[node] = normalAt(of, firstNode + node)
  for (let index = 0; index < MINUTES; index += 1) {
    const node = Math.floor(index / BUSY_SCALE)
    const share = index / BUSY_SCALE - node
    deviation[index] = typical * Math.exp(0.4 * ((1 - share) * floatAt(BUSY_NODES, node) + share * floatAt(BUSY_NODES, node + 1)) - 0.1)
  }
}

/** Extreme of a Brownian bridge over minute `index`, up (1) or down (-1), by inverse CDF. */
function extreme({ hour, logs, deviation }: MinutePath, index: number, of: Stream, side: 1 | -1): number {
  const from = floatAt(logs, index)
  const to = floatAt(logs, index + 1)
  const reach = (to - from) ** 2 - 2 * floatAt(deviation, index) ** 2 * Math.log(uniformAt(of, hour * MINUTES + index))
  return (from + to + side * Math.sqrt(reach)) / 2
}

/** sqrt(-2 ln u) / 2 for the smallest `uniformAt`: how many deviations a minute can reach beyond its ends. */
const LARGEST_REACH = 3.39

/** Skips minutes that cannot reach the current extreme. */
function furthest(path: MinutePath, of: Stream, side: 1 | -1): number {
  const { logs, deviation } = path
  let best = -Infinity
  for (let index = 0; index <= MINUTES; index += 1) best = Math.max(best, side * floatAt(logs, index))
  for (let index = 0; index < MINUTES; index += 1) {
    const bound = Math.max(side * floatAt(logs, index), side * floatAt(logs, index + 1)) + LARGEST_REACH * floatAt(deviation, index)
    if (bound > best) best = Math.max(best, side * extreme(path, index, of, side))
  }
  return side * best
}

/** Cumulative volume by minute in whole units, so that the minutes add up exactly to the hour. */
function tradedBy({ hour, deviation, logs }: MinutePath, of: Stream, total: number): Float64Array {
  const traded = new Float64Array(MINUTES)
  let sum = 0
  for (let index = 0; index < MINUTES; index += 1) {
    const move = Math.abs(floatAt(logs, index + 1) - floatAt(logs, index))
    sum += (floatAt(deviation, index) + move) * (0.2 + 1.6 * uniformAt(of, hour * MINUTES + index))
    traded[index] = sum
  }
  return traded.map((part) => Math.round((part / sum) * total))
}
