import { type Known, known, unknown } from '@aerie/core/known'
import type { Candle } from '@aerie/core/market/candle'
import { directionOf, type IdeaTerms } from './idea-terms.ts'

/** How an idea ended. `horizon`: neither price was touched, so it is marked at the last close. */
export type IdeaOutcome = 'target' | 'stop' | 'horizon'

/** Over which candles an idea is scored. Times in seconds since the epoch, whole multiples of `stepS`. */
export type IdeaSpan = {
  /** Open of the first whole candle after the idea was posted. */
  readonly startS: number
  /** Close of the last candle. */
  readonly endS: number
  /** Length of a candle: 60, or 3,600 where the market has no minutes. */
  readonly stepS: number
}

/** The first candle that touched target or stop. */
export type Touch = {
  readonly outcome: 'target' | 'stop'
  /** Close of that candle, in seconds since the epoch. */
  readonly atS: number
  /** It held both: nobody knows which came first, so it counts as the stop. */
  readonly isBoth: boolean
}

/** The result of an idea. R is the result over what the stop risks: -1 is the stop. */
export type IdeaScore = {
  readonly outcome: IdeaOutcome
  /** Price it ended at: target, stop, or the last close. */
  readonly exit: number
  /** Seconds since the epoch. */
  readonly exitS: number
  readonly isBoth: boolean
  /** Before fees. */
  readonly r: number
  /** After the fees of entry and exit. */
  readonly netR: number
  /** What holding the same direction to the horizon gave, before fees; null where its last candle is missing. */
  readonly holdR: number | null
}

/** Why an idea has no result: candles of its span are missing before anything was touched. */
export type UnscoredReason = 'missing-candles'

type Marked = { readonly outcome: IdeaOutcome; readonly exit: number; readonly exitS: number; readonly isBoth: boolean }

/**
 * Which of target and stop one candle touches; undefined for neither.
 *
 * @throws never
 */
export function touchOf({ side, target, stop }: Pick<IdeaTerms, 'side' | 'target' | 'stop'>, { high, low }: Candle) {
  const [best, worst] = side === 'long' ? [high, low] : [-low, -high]
  const direction = directionOf(side)
  const isTarget = best >= target * direction
  const isStop = worst <= stop * direction
  if (isStop) return { outcome: 'stop', isBoth: isTarget } as const
  return isTarget ? ({ outcome: 'target', isBoth: false } as const) : undefined
}

/**
 * The first touch in a span, as far as its candles tell: looking ends at the first one that is missing.
 *
 * @param candles ascending by time, all of the length of the span; others before and after it are left out
 * @returns undefined where nothing was touched before the first missing candle, or at all
 * @throws never
 */
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

/**
 * The result of an idea by first touch. A touch counts at its price: no slippage, and no better fill where the market jumped past it.
 * A span with a candle missing before the first touch has no result, because that candle may have held it: unknown, never 0.
 *
 * @param candles of the span, ascending by time
 * @param feeRate of each side, as a fraction: 0.00045 is 4.5 basis points
 * @throws never
 * Source: docs/user/social.md
 */
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

/** Whether each candle of a span is there. */
const isWhole = ({ startS, endS, stepS }: IdeaSpan, candles: readonly Candle[]): boolean =>
  new Set(candles.flatMap(({ time }) => (time >= startS && time < endS ? [time] : []))).size === (endS - startS) / stepS

/**
 * What a price gives an idea, in R, before fees.
 *
 * @throws never
 */
export const resultOf = ({ side, entry, stop }: Pick<IdeaTerms, 'side' | 'entry' | 'stop'>, price: number): number =>
  ((price - entry) * directionOf(side)) / Math.abs(entry - stop)
