import type { Candle } from '@aerie/core/market/candle'

/** A Thursday, midnight UTC. */
export const START = 1_700_092_800

/** Deterministic noise in 0 to 1 (mulberry32). */
export function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Candles of a random walk, hourly with 1 % steps by default: `count` of them from START on. `size` scales the move of each. */
export function walk(count: number, seed = 1, stepSeconds = 3600, size: (timeSeconds: number) => number = () => 1): Candle[] {
  const random = noise(seed)
  let close = 100
  return Array.from({ length: count }, (_, index) => {
    const open = close
    const time = START + index * stepSeconds
    const scale = size(time) * Math.sqrt(stepSeconds / 3600)
    close = open * Math.exp((random() + random() + random() - 1.5) * 0.02 * scale)
    const reach = 1 + random() * 0.005 * scale
    return {
      time,
      open,
      high: Math.max(open, close) * reach,
      low: Math.min(open, close) / reach,
      close,
      volume: 1 + random(),
    }
  })
}
