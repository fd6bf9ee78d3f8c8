import { itemAt } from '@aerie/core/item-at'
import { floatAt } from '@aerie/core/numbers/float-at'
import { MINUTE_MS } from '@aerie/core/time'
import type { CoinMinutes } from './minutes.ts'
import { normalAt, stream, uniformAt } from './random.ts'

/** Ticks of one coin in one minute, in order; the last is at the minute's end, at its close. */
export type MinuteTicks = {
  readonly minute: number
  /** Milliseconds since the epoch. */
  readonly times: Float64Array
  readonly prices: Float64Array
}

/** Ticks of a coin by minute since the epoch. */
export type CoinTicks = (minute: number) => MinuteTicks

/** Counters reserved per minute; a coin ticks at most 55 times a minute. */
const SLOTS = 64

/** Ticks reach the minute's high, low and close exactly, so candles built from them match. Source: docs/math/market-sim.md, ticks */
export function coinTicks(seed: string, minutes: CoinMinutes): CoinTicks {
  const of = (what: string) => stream(seed, minutes.traits.coin.symbol, 'tick', what)
  const streams = { time: of('time'), order: of('order'), noise: of('noise') }
  const count = minutes.traits.ticksPerMinute
  return (minute) => {
    const hour = Math.floor(minute / 60)
    const index = minute - hour * 60
    const path = minutes.path(hour)
    const { logs, deviation } = path
    const [hi, lo] = [minutes.high(path, index), minutes.low(path, index)]
    const anchors = visits(count, (which) => uniformAt(streams.order, minute * 3 + which), {
      from: floatAt(logs, index),
      to: floatAt(logs, index + 1),
      hi,
      lo,
    })
    const times = new Float64Array(count)
    const prices = new Float64Array(count)
    const noise = (floatAt(deviation, index) * 0.6) / Math.sqrt(count)
    let [at, next] = [0, 1]
    for (let tick = 1; tick <= count; tick += 1) {
      while (itemAt(anchors, next).tick < tick) [at, next] = [next, next + 1]
      const log =
        between(itemAt(anchors, at), itemAt(anchors, next), tick) +
        (itemAt(anchors, next).tick === tick ? 0 : noise * normalAt(streams.noise, minute * SLOTS + tick))
      const share = tick === count ? 1 : (tick - 1 + uniformAt(streams.time, minute * SLOTS + tick)) / count
      times[tick - 1] = minute * MINUTE_MS + Math.floor(share * MINUTE_MS)
      prices[tick - 1] = minutes.price(Math.min(hi, Math.max(lo, log)))
    }
    return { minute, times, prices }
  }
}

type Visit = { readonly tick: number; readonly log: number }

function visits(count: number, draw: (which: 0 | 1 | 2) => number, ends: { from: number; to: number; hi: number; lo: number }): Visit[] {
  const span = count - 2
  const first = 1 + Math.floor(draw(0) * span)
  const second = 1 + ((first + Math.floor(draw(1) * (span - 1))) % span)
  const [early, late] = first < second ? [first, second] : [second, first]
  // A rising minute more often reaches its low first.
  const lowFirst = draw(2) < 0.8 ? ends.to >= ends.from : ends.to < ends.from
  return [
    { tick: 0, log: ends.from },
    { tick: early, log: lowFirst ? ends.lo : ends.hi },
    { tick: late, log: lowFirst ? ends.hi : ends.lo },
    { tick: count, log: ends.to },
  ]
}

const between = (from: Visit, to: Visit, tick: number): number =>
  from.log + ((to.log - from.log) * (tick - from.tick)) / (to.tick - from.tick)
