import type { Candle } from '@aerie/core/market/candle'
import { HOUR_MS } from '@aerie/core/time'
import { type IdeaScore, scoreIdea } from '../idea-score.ts'
import type { IdeaTerms } from '../idea-terms.ts'

/** Numbers from 0 to 1 by a seed (mulberry32), so that a simulation is the same wherever it runs. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Walk = {
  readonly random: () => number
  readonly minutes: number
  /** Steps of 1 up or down within a minute. */
  readonly steps: number
  /** Chance of a step up: a half without drift. */
  readonly up: number
}

/** Minutes of a walk from 1,000 on, in steps of 1. */
export function walk({ random, minutes, steps, up }: Walk): Candle[] {
  let price = 1_000
  return Array.from({ length: minutes }, (_, minute) => {
    const prices = Array.from({ length: steps }, () => (price += random() < up ? 1 : -1))
    const open = prices[0] ?? price
    return { time: minute * 60, open, high: Math.max(...prices), low: Math.min(...prices), close: price, volume: 1 }
  })
}

/** An idea of so many steps to target and stop over a walk. */
export const stepsIdea = (target: number, stop: number, side: IdeaTerms['side'] = 'long'): IdeaTerms => ({
  side,
  entry: 1_000,
  target: side === 'long' ? 1_000 + target : 1_000 - target,
  stop: side === 'long' ? 1_000 - stop : 1_000 + stop,
  horizonMs: HOUR_MS,
})

/** What many walks give the same idea. */
export const scoresOf = (terms: IdeaTerms, walks: number, shape: Walk): IdeaScore[] =>
  Array.from({ length: walks }, () => {
    const span = { startS: 0, endS: shape.minutes * 60, stepS: 60 }
    const score = scoreIdea({ terms, span, feeRate: 0 }, walk(shape))
    if (!score.known) throw new Error('a walk has every minute')
    return score.value
  })

/** Mean and its standard error. */
export function meanAndError(values: readonly number[]): readonly [mean: number, error: number] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return [mean, Math.sqrt(squares / (values.length - 1) / values.length)]
}
