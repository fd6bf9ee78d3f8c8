import { type Known, known, unknown } from '@aerie/core/known'
import type { Candle } from '@aerie/core/market/candle'
import { directionOf, type IdeaTerms } from './idea-terms.ts'

/** Outcome of an idea. `horizon`: neither price was touched, so it is valued at the last close. */
export type IdeaOutcome = 'target' | 'stop' | 'horizon'

/** Scored candles. Times in epoch seconds, multiples of `stepS`. */
export type IdeaSpan = {
  readonly startS: number
  readonly endS: number
  /** Candle length: 60, or 3,600 if the market has no minute candles. */
  readonly stepS: number
}

/** First candle that touched target or stop. */
export type Touch = {
  readonly outcome: 'target' | 'stop'
  readonly atS: number
  /** Touched both in unknown order, so it counts as the stop. */
  readonly isBoth: boolean
}

/** Result of an idea in R (multiples of the stop's risk): -1 is the stop. */
export type IdeaScore = {
  readonly outcome: IdeaOutcome
  readonly exit: number
  readonly exitS: number
  readonly isBoth: boolean
  readonly r: number
  readonly netR: number
  /** Result of holding the same direction to the horizon, before fees; null if its last candle is missing. */
  readonly holdR: number | null
}

/** Why an idea has no result: candles are missing before the first touch. */
export type UnscoredReason = 'missing-candles'

type Marked = { readonly outcome: IdeaOutcome; readonly exit: number; readonly exitS: number; readonly isBoth: boolean }

/** Which of target and stop a candle touches, or undefined. */
export function touchOf({ side, target, stop }: Pick<IdeaTerms, 'side' | 'target' | 'stop'>, { high, low }: Candle) {
  const [best, worst] = side === 'long' ? [high, low] : [-low, -high]
  const direction = directionOf(side)
  const isTarget = best >= target * direction
  const isStop = worst <= stop * direction
  if (isStop) return { outcome: 'stop', isBoth: isTarget } as const
  return isTarget ? ({ outcome: 'target', isBoth: false } as const) : undefined
}

/** First touch in a span, up to the first missing candle; undefined if none. `candles`: ascending, of the span's length. */
export function firstTouch(terms: IdeaTerms, span: IdeaSpan, candles: readonly Candle[]): Touch | undefined {
  let expectedS = span.startS
  for (const candle of candles) {
    if (candle.time < expectedS) continue
    if (candle.time !== expectedS || candle.time >= span.endS) return undefined
    const touched = touchOf(terms, candle)
    if (touched !== undefined) return { ...touched, atS: candle.time + span.stepS }
    expectedS += span.stepS
  }
  return undefined
}

/** Result by first touch, without slippage; none if a candle before it is missing. `feeRate`: per side. Source: docs/user/social.md. */
export function scoreIdea(
  { terms, span, feeRate }: { readonly terms: IdeaTerms; readonly span: IdeaSpan; readonly feeRate: number },
  candles: readonly Candle[],
): Known<IdeaScore, UnscoredReason> {
  const last = candles.findLast(({ time }) => time < span.endS)
  const lastClose = last?.time === span.endS - span.stepS ? last.close : undefined
  const marked = markOf(terms, span, { candles, lastClose })
  if (marked === undefined) return unknown('missing-candles')
  const risk = Math.abs(terms.entry - terms.stop)
  const r = resultOf(terms, marked.exit)
  return known({
    ...marked,
    r,
    netR: r - (feeRate * (terms.entry + marked.exit)) / risk,
    holdR: lastClose === undefined ? null : resultOf(terms, lastClose),
  })
}

type Path = { readonly candles: readonly Candle[]; readonly lastClose: number | undefined }

function markOf(terms: IdeaTerms, span: IdeaSpan, { candles, lastClose }: Path): Marked | undefined {
  const touch = firstTouch(terms, span, candles)
  if (touch !== undefined) return { outcome: touch.outcome, exit: terms[touch.outcome], exitS: touch.atS, isBoth: touch.isBoth }
  if (lastClose === undefined || !isWhole(span, candles)) return undefined
  return { outcome: 'horizon', exit: lastClose, exitS: span.endS, isBoth: false }
}

const isWhole = ({ startS, endS, stepS }: IdeaSpan, candles: readonly Candle[]): boolean =>
  new Set(candles.flatMap(({ time }) => (time >= startS && time < endS ? [time] : []))).size === (endS - startS) / stepS

/** Result at a price in R, before fees. */
export const resultOf = ({ side, entry, stop }: Pick<IdeaTerms, 'side' | 'entry' | 'stop'>, price: number): number =>
  ((price - entry) * directionOf(side)) / Math.abs(entry - stop)
