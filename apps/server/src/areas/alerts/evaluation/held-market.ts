import { itemAt } from '@aerie/core/item-at'
import type { Candle } from '@aerie/core/market/candle'
import { MINUTE_MS } from '@aerie/core/time'
import type { MarketTick } from '@aerie/market/market-source'

export type Held = { readonly ticks: readonly MarketTick[]; readonly minutes: readonly Candle[] }
type Holding = { ticks: MarketTick[]; readonly minutes: Candle[] }

const MOST_TICKS = 20_000
/** A week: minutes are stored no longer than that. */
const MOST_MINUTES = 10_080
const NOTHING: Held = { ticks: [], minutes: [] }

/** Buffers market data of coins whose history is still being judged. */
export function heldMarket(mostTicks = MOST_TICKS) {
  const coins = new Map<string, Holding>()
  const of = (symbol: string): Holding => {
    const known = coins.get(symbol) ?? { ticks: [], minutes: [] }
    coins.set(symbol, known)
    return known
  }
  return {
    begin: (symbol: string): void => void of(symbol),
    has: (symbol: string): boolean => coins.has(symbol),
    isEmpty: (): boolean => coins.size === 0,
    firstAt: (symbol: string): number | undefined => coins.get(symbol)?.ticks[0]?.asOf,
    symbols: (): string[] => [...coins.keys()],
    tick(tick: MarketTick): void {
      const held = of(tick.symbol)
      held.ticks.push(tick)
      if (held.ticks.length >= mostTicks) held.ticks = turningTicks(held.ticks, mostTicks / 2)
    },
    minute(symbol: string, candle: Candle): void {
      const { minutes } = of(symbol)
      minutes.push(candle)
      if (minutes.length > MOST_MINUTES) minutes.shift()
    },
    release(symbol: string): Held {
      const held = coins.get(symbol) ?? NOTHING
      coins.delete(symbol)
      return held
    },
  }
}

/** In seconds. */
export const minuteOf = ({ asOf }: MarketTick): number => Math.floor(asOf / MINUTE_MS) * (MINUTE_MS / 1_000)

/** All levels are crossed as often and in the same order. Beyond `most` (at least 8), drops the smallest swings first. */
export function turningTicks(ticks: readonly MarketTick[], most: number): MarketTick[] {
  let kept = turnsOver(ticks, 0)
  for (let swing = medianSwing(kept); kept.length > most; swing *= 2) kept = turnsOver(kept, swing)
  return kept
}

/** Extreme of the current move; both while its direction is unknown. */
type Reached = { readonly low?: MarketTick | undefined; readonly high?: MarketTick | undefined }

function turnsOver(ticks: readonly MarketTick[], swing: number): MarketTick[] {
  const first = itemAt(ticks, 0)
  const kept = new Set([first, itemAt(ticks, ticks.length - 1)])
  let reached: Reached = { low: first, high: first }
  for (const tick of ticks) {
    reached = furthest(reached, tick)
    const turn = turnBefore(reached, tick, swing)
    if (turn === undefined) continue
    kept.add(turn)
    reached = tick.price > turn.price ? { high: tick } : { low: tick }
  }
  if (reached.low !== undefined) kept.add(reached.low)
  if (reached.high !== undefined) kept.add(reached.high)
  return ticks.filter((tick) => kept.has(tick))
}

const furthest = ({ low, high }: Reached, tick: MarketTick): Reached => ({
  low: low !== undefined && tick.price < low.price ? tick : low,
  high: high !== undefined && tick.price > high.price ? tick : high,
})

function turnBefore({ low, high }: Reached, { price }: MarketTick, swing: number): MarketTick | undefined {
  if (low !== undefined && price - low.price > swing) return low
  return high !== undefined && high.price - price > swing ? high : undefined
}

function medianSwing(ticks: readonly MarketTick[]): number {
  const swings = ticks.slice(1).map(({ price }, index) => Math.abs(price - itemAt(ticks, index).price))
  return swings.sort((a, b) => a - b)[swings.length >>> 1] ?? 0
}
