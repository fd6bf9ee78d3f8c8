import { DAY_MS } from '@aerie/core/time'

/** Minimum ideas for the leaderboard. */
export const LEAST_FOR_BOARD = 10

/** Idea and its result; null while open or unknown. */
export type RatedIdea = SampleSpan & { readonly netR: number | null; readonly holdR: number | null; readonly r: number | null }

/** Author's record in one market, in R; null if the sample is insufficient. */
export type Standing = {
  readonly scored: number
  /** Non-overlapping ones: the sample for the figures below. */
  readonly n: number
  readonly mean: number | null
  /** 95 % interval of the mean; ranking uses the lower end. */
  readonly low: number | null
  readonly high: number | null
  /** Mean difference from holding the same direction, before fees. */
  readonly excess: number | null
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** Author's record. `ideas`: all of one author in one market; `quantile`: 97.5 % Student t. Source: docs/user/social.md. */
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

/** Whether a record qualifies for the leaderboard. */
export const isRanked = ({ n, low }: Pick<Standing, 'n' | 'low'>): boolean => n >= LEAST_FOR_BOARD && low !== null

type Sampled = { readonly netR: number; readonly startsAt: number }
type Quantile = (freedom: number) => number

/** 95 % interval of the mean: the wider of Student's and one clustered by UTC day. Undefined under two days or if all are equal. */
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

/** Half-width of the interval of a mean of `n`, from independent groups' deviations. */
function halfWidth(differences: readonly number[], n: number, quantile: Quantile): number {
  const squares = differences.reduce((sum, difference) => sum + difference ** 2, 0)
  const groups = differences.length
  return quantile(groups - 1) * Math.sqrt((squares / n ** 2) * (groups / (groups - 1)))
}

type SampleSpan = {
  readonly symbol: string
  readonly seq: number
  readonly startsAt: number
  readonly dueAt: number
}

/** Non-overlapping ideas per coin, oldest first, chosen by time alone so that nobody cherry-picks; earliest post per candle. */
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
