import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Candle } from '@aerie/core/market/candle'
import { HOUR_MS } from '@aerie/core/time'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstTouch, scoreIdea } from './idea-score.ts'
import type { IdeaTerms } from './idea-terms.ts'
import { meanAndError, scoresOf, seededRandom, stepsIdea } from './test/walks.ts'

const long: IdeaTerms = { side: 'long', entry: 100, target: 110, stop: 95, horizonMs: HOUR_MS }
const short: IdeaTerms = { side: 'short', entry: 100, target: 90, stop: 105, horizonMs: HOUR_MS }
const span = { startS: 600, endS: 780, stepS: 60 }
const candle = (time: number, low: number, high: number, close = (low + high) / 2): Candle => ({
  time,
  open: close,
  high,
  low,
  close,
  volume: 1,
})
const quiet = (time: number) => candle(time, 99, 101, 100)
const scored = (terms: IdeaTerms, candles: readonly Candle[], feeRate = 0) => scoreIdea({ terms, span, feeRate }, candles)

describe('the score of an idea', () => {
  it('is the payoff of the target in R, once it is touched first', () => {
    const candles = [quiet(600), candle(660, 100, 110), candle(720, 90, 100, 97)]
    expect(scored(long, candles)).toMatchObject({ value: { outcome: 'target', exit: 110, exitS: 720, r: 2, netR: 2, isBoth: false } })
    expect(scored(short, [quiet(600), candle(660, 90, 100), quiet(720)])).toMatchObject({ value: { outcome: 'target', exit: 90, r: 2 } })
  })

  it('is -1 once the stop is touched first, wherever the price moves next', () => {
    const candles = [candle(600, 95, 100), candle(660, 100, 120), candle(720, 118, 120, 120)]
    expect(scored(long, candles)).toMatchObject({ value: { outcome: 'stop', exit: 95, exitS: 660, r: -1, holdR: 4 } })
  })

  it('counts a candle that touches both as the stop, and reports it', () => {
    const both = [candle(600, 94, 111), quiet(660), quiet(720)]
    expect(scored(long, both)).toMatchObject({ value: { outcome: 'stop', r: -1, isBoth: true } })
    expect(scored(short, [candle(600, 89, 106), quiet(660), quiet(720)])).toMatchObject({ value: { outcome: 'stop', isBoth: true } })
  })

  it('is marked at the last close when neither is touched', () => {
    const candles = [quiet(600), quiet(660), candle(720, 99, 104, 103)]
    expect(scored(long, candles)).toMatchObject({ value: { outcome: 'horizon', exit: 103, exitS: 780, r: 0.6, holdR: 0.6 } })
    expect(scored(short, candles)).toMatchObject({ value: { outcome: 'horizon', r: -0.6 } })
  })

  it('pays the fees of entry and exit, in R', () => {
    const score = scored(long, [candle(600, 100, 110), quiet(660), quiet(720)], 0.001)
    expect(score.known && score.value.netR).toBeCloseTo(2 - (0.001 * 210) / 5, 12)
  })

  it('is unknown, not 0, when a candle is missing before anything was touched', () => {
    expect(scored(long, [quiet(600), candle(720, 100, 110)])).toEqual({ known: false, reason: 'missing-candles' })
    expect(scored(long, [quiet(600), quiet(660)])).toEqual({ known: false, reason: 'missing-candles' })
    expect(scored(long, [])).toEqual({ known: false, reason: 'missing-candles' })
    expect(scored(long, [quiet(660), quiet(720)])).toEqual({ known: false, reason: 'missing-candles' })
  })

  it('is known when candles are missing after the touch; the result of holding is then unknown', () => {
    expect(scored(long, [candle(600, 100, 110)])).toMatchObject({ value: { r: 2, holdR: null } })
  })

  it('ignores candles before and after its span', () => {
    const candles = [candle(540, 90, 120), quiet(600), quiet(660), quiet(720), candle(780, 90, 120)]
    expect(scored(long, candles)).toMatchObject({ value: { outcome: 'horizon', r: 0 } })
    expect(firstTouch(long, span, candles)).toBeUndefined()
  })

  it('is never better than the target or worse than the stop before fees, for any candles', () => {
    const price = fc.double({ min: 80, max: 120, noNaN: true })
    const candles = fc.array(fc.tuple(price, price), { minLength: 3, maxLength: 3 })
    const holds = fc.check(
      fc.property(candles, fc.constantFrom(long, short), (pairs, terms) => {
        const path = pairs.map(([a, b], index) => candle(600 + index * 60, Math.min(a, b), Math.max(a, b)))
        const score = scored(terms, path)
        return score.known && score.value.r >= -1 && score.value.r <= 2
      }),
    )
    expect(holds.failed).toBe(false)
  })
})

/** Lattice steps hit target and stop exactly, so the driftless walk satisfies the optional stopping theorem. */
describe('without drift', () => {
  const WALKS = 6_000
  it.each([
    [2, 6, 'long'],
    [6, 6, 'long'],
    [12, 4, 'short'],
    [20, 5, 'long'],
  ] as const)('the mean result is 0 within four standard errors: target %d steps away, stop %d, %s', (target, stop, side) => {
    const shape = { random: seededRandom(target * 100 + stop), minutes: 120, steps: 1, up: 0.5 }
    const [mean, error] = meanAndError(scoresOf(stepsIdea(target, stop, side), WALKS, shape).map(({ r }) => r))
    expect(error).toBeGreaterThan(0)
    expect(Math.abs(mean)).toBeLessThan(4 * error)
  })

  it('the result minus that of holding is also 0', () => {
    const shape = { random: seededRandom(7), minutes: 60, steps: 1, up: 0.5 }
    const excess = scoresOf(stepsIdea(8, 4), WALKS, shape).map(({ r, holdR }) => r - (holdR ?? Number.NaN))
    const [mean, error] = meanAndError(excess)
    expect(Math.abs(mean)).toBeLessThan(4 * error)
  })

  it('the target is hit with probability s / (s + t) when there is enough time', () => {
    const shape = { random: seededRandom(3), minutes: 600, steps: 1, up: 0.5 }
    const hits = scoresOf(stepsIdea(6, 3), 3_000, shape).map(({ outcome }) => (outcome === 'target' ? 1 : 0))
    const [share, error] = meanAndError(hits)
    expect(Math.abs(share - 1 / 3)).toBeLessThan(4 * error)
  })

  it('the mean is below 0 when minutes touch both: ambiguity never favours the author', () => {
    const shape = { random: seededRandom(11), minutes: 60, steps: 40, up: 0.5 }
    const [mean, error] = meanAndError(scoresOf(stepsIdea(4, 4), 2_000, shape).map(({ r }) => r))
    expect(mean).toBeLessThan(-4 * error)
  })
})

it('attributes drift to holding: long ideas in a rising market win, and do not beat it', () => {
  const shape = { random: seededRandom(5), minutes: 60, steps: 1, up: 0.6 }
  const scores = scoresOf(stepsIdea(8, 4), 3_000, shape)
  const [mean, error] = meanAndError(scores.map(({ r }) => r))
  const [excess] = meanAndError(scores.map(({ r, holdR }) => r - (holdR ?? Number.NaN)))
  expect(mean).toBeGreaterThan(4 * error)
  expect(excess).toBeLessThan(0)
})

const HOURS = new URL('../../../../shared/market/ohlcv/1h/BTCUSDT-1h.csv.gz', import.meta.url)
const isThere = existsSync(HOURS)
if (!isThere) console.log('The recorded candles are not beside the checkout: ideas are not scored on them.')

function recordedHours(): Candle[] {
  const rows = gunzipSync(readFileSync(HOURS)).toString().trim().split('\n').slice(1, 4_000)
  return rows.map((row): Candle => {
    const [time = NaN, open = NaN, high = NaN, low = NaN, close = NaN, volume = NaN] = row.split(',').map(Number)
    return { time, open, high, low, close, volume }
  })
}

const DAY_S = 86_400
function dayIdea({ time, close }: Candle, way: 1 | -1) {
  const prices = { entry: close, target: close * (1 + way * 0.02), stop: close * (1 - way * 0.01) }
  const terms: IdeaTerms = { side: way === 1 ? 'long' : 'short', ...prices, horizonMs: 24 * HOUR_MS }
  return { terms, span: { startS: time + 3_600, endS: time + 3_600 + DAY_S, stepS: 3_600 }, feeRate: 0 }
}

/** Independent reference implementation using the logarithms of each hour. */
function plainLook({ terms, span: { startS } }: ReturnType<typeof dayIdea>, path: readonly Candle[]): number | undefined {
  if (path.length !== 24 || path.some(({ time }, index) => time !== startS + index * 3_600)) return undefined
  const way = terms.side === 'long' ? 1 : -1
  const changes = path.map(({ high, low, close }) => [high, low, close].map((price) => (price / terms.entry - 1) * way * 100))
  const worst = changes.findIndex(([high = 0, low = 0]) => Math.min(high, low) <= -1)
  const best = changes.findIndex(([high = 0, low = 0]) => Math.max(high, low) >= 2)
  if (worst === -1 && best === -1) return changes.at(-1)?.[2]
  return best === -1 || (worst !== -1 && worst <= best) ? -1 : 2
}

it.runIf(isThere)('scores ideas on recorded hours like a simple check of each hour, in both directions', () => {
  const candles = recordedHours()
  const outcomes = candles.flatMap((candle, at) => {
    if (at % 24 !== 0) return []
    const path = candles.slice(at + 1, at + 25)
    return ([1, -1] as const).flatMap((way) => {
      const idea = dayIdea(candle, way)
      const [score, expected] = [scoreIdea(idea, path), plainLook(idea, path)]
      return score.known && expected !== undefined ? [{ outcome: score.value.outcome, miss: Math.abs(score.value.r - expected) }] : []
    })
  })
  expect(Math.max(...outcomes.map(({ miss }) => miss))).toBeLessThan(1e-9)
  for (const one of ['target', 'stop', 'horizon']) expect(outcomes.filter(({ outcome }) => outcome === one).length).toBeGreaterThan(20)
})
