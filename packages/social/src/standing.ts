import { DAY_MS } from '@aerie/core/time'

/** Ideas that a place on the board needs. */
export const LEAST_FOR_BOARD = 10

/** An idea and what came of it; null while it is open, and where nobody knows. */
export type RatedIdea = SampleSpan & { readonly netR: number | null; readonly holdR: number | null; readonly r: number | null }

/** How an author stands in one market. Figures in R; null where the sample says nothing of them. */
export type Standing = {
  /** All ideas with a result. */
  readonly scored: number
  /** Of them, those that do not overlap: the sample of everything below. */
  readonly n: number
  /** After fees. */
  readonly mean: number | null
  /** Ends of the 95 % interval of the mean; the lower one ranks. */
  readonly low: number | null
  readonly high: number | null
  /** Mean of the result less that of holding the same direction, before fees. */
  readonly excess: number | null
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * How an author stands.
 *
 * @param ideas all of one author in one market, those without a result too
 * @param quantile 97.5 % quantile of Student's t for a whole number of degrees of freedom from 1
 * @throws whatever `quantile` throws
 * Source: docs/user/social.md
 */
export function standingOf(ideas: readonly RatedIdea[], quantile: Quantile): Standing {
  const sample = independentIdeas(ideas).flatMap(({ netR, startsAt, r, holdR }) => (netR === null ? [] : [{ netR, startsAt, r, holdR }]))
  const interval = meanInterval(sample, quantile)
  return {
    scored: ideas.filter(({ netR }) => netR !== null).length,
    n: sample.length,
    mean: mean(sample.map(({ netR }) => netR)),
    low: interval?.[0] ?? null,
    high: interval?.[1] ?? null,
    excess: mean(sample.flatMap(({ r, holdR }) => (r === null || holdR === null ? [] : [r - holdR]))),
  }
}

/**
 * Whether a standing has a place on the board.
 *
 * @throws never
 */
export const isRanked = ({ n, low }: Pick<Standing, 'n' | 'low'>): boolean => n >= LEAST_FOR_BOARD && low !== null

type Sampled = { readonly netR: number; readonly startsAt: number }
type Quantile = (freedom: number) => number

/**
 * 95 % interval of the mean result, the wider of two. By idea: Student's interval. By day: ideas of one day share that day's market, so
 * each day's differences from the mean are summed before they are squared. With one idea a day both are the same.
 *
 * @param sample results and when they began, in milliseconds since the epoch (days are UTC)
 * @returns undefined under two days, or where all results are equal: luck and skill look the same there
 * @throws whatever `quantile` throws
 */
export function meanInterval(sample: readonly Sampled[], quantile: Quantile): readonly [low: number, high: number] | undefined {
  const center = mean(sample.map(({ netR }) => netR))
  const days = [...Map.groupBy(sample, ({ startsAt }) => Math.floor(startsAt / DAY_MS)).values()]
  if (center === null || days.length < 2 || sample.every(({ netR }) => netR === sample[0]?.netR)) return undefined
  const differences = (of: readonly Sampled[]): number => of.reduce((sum, { netR }) => sum + netR - center, 0)
  const byDay = halfWidth(days.map(differences), sample.length, quantile)
  const byIdea = halfWidth(
    sample.map(({ netR }) => netR - center),
    sample.length,
    quantile,
  )
  const half = Math.max(byDay, byIdea)
  return [center - half, center + half]
}

/** Half of the interval of a mean of `n`, from the differences of groups that do not depend on each other. */
function halfWidth(differences: readonly number[], n: number, quantile: Quantile): number {
  const squares = differences.reduce((sum, difference) => sum + difference ** 2, 0)
  const groups = differences.length
  return quantile(groups - 1) * Math.sqrt((squares / n ** 2) * (groups / (groups - 1)))
}

/** When an idea ran and on which coin. Times in milliseconds since the epoch. */
type SampleSpan = {
  readonly symbol: string
  /** Place in the order of posting. */
  readonly seq: number
  readonly startsAt: number
  readonly dueAt: number
}

/**
 * Ideas that do not overlap: of each coin the first, then the next that begins when that one has ended, and so on. Chosen by time alone,
 * whatever came of them, so that twenty ideas on one coin within an hour count once and nobody picks the good ones afterwards. Of those that
 * begin with one candle the one that was posted first counts: the others knew already what the price did to it.
 *
 * @param ideas of one author in one market, in any order; those that are open or have no result too
 * @returns oldest first
 * @throws never
 */
export function independentIdeas<T extends SampleSpan>(ideas: readonly T[]): T[] {
  const freeFrom = new Map<string, number>()
  return ideas
    .toSorted((a, b) => a.startsAt - b.startsAt || a.seq - b.seq)
    .filter(({ symbol, startsAt, dueAt }) => {
      if (startsAt < (freeFrom.get(symbol) ?? 0)) return false
      freeFrom.set(symbol, dueAt)
      return true
    })
}
