import { itemAt } from '@aerie/core/item-at'
import { DAY_MS, HOUR_MS } from '@aerie/core/time'
import { BANDS, QUANTILE_LEVELS } from '@aerie/forecast/quantile-levels'
import { wilsonInterval } from '@aerie/forecast/scores'
import type { Scorecard } from '@aerie/wire/market/forecasts'
import type { recordRepository } from './record-repository.ts'

export type ScoreSums = Awaited<ReturnType<ReturnType<typeof recordRepository>['scoreSums']>>
type Facts = Pick<Scorecard, 'symbol' | 'hours' | 'source' | 'issued'> & { readonly model: string }

/** Fewer days than this say nothing of a ratio: volatility comes in spells of weeks. */
const DAYS_FOR_A_RATIO = 90
const PIT_BINS = 20

/** The scorecard of one coin and horizon, from the sums over its scored forecasts. Nothing is claimed of none. */
export function scorecardOf(facts: Facts, sums: ScoreSums): Scorecard {
  const { scored, since, until } = sums
  const pits = sums.pits ?? []
  const independent = independentOutcomes(scored, facts.hours, (until ?? 0) - (since ?? 0))
  // Each origin is an hour: what was not issued does not count as watched.
  const days = (scored * HOUR_MS) / DAY_MS
  return {
    ...facts,
    model: sums.model ?? facts.model,
    since,
    until,
    scored,
    independent,
    coverage: BANDS.map(({ percent }) => coverageOf(percent, { 50: sums.in50, 80: sums.in80, 95: sums.in95 }[percent], independent)),
    crps: compared(sums.crps, sums.baseCrps),
    tail_pinball: compared(sums.tail, sums.baseTail),
    median_error: compared(sums.median, sums.baseMedian),
    width_80: compared(sums.width, sums.baseWidth),
    pit: pitCounts(pits),
    calibration: pits.length === 0 ? [] : QUANTILE_LEVELS.map((level) => [level, pits.filter((pit) => pit <= level).length / pits.length]),
    days,
    ratio_is_claimed: days >= DAYS_FOR_A_RATIO,
  }
}

/** Outcomes that do not overlap: the hours that all outcomes span, over the horizon; never more than were scored. */
const independentOutcomes = (scored: number, hours: number, spanMs: number): number =>
  scored === 0 ? 0 : Math.min(scored, spanMs / (hours * HOUR_MS) + 1)

function coverageOf(percent: number, share: number | null, independent: number): Scorecard['coverage'][number] {
  if (share === null) return { percent, share: null, low: null, high: null }
  const [low, high] = wilsonInterval(share, independent)
  return { percent, share, low, high }
}

const compared = (ours: number | null, baseline: number | null): Scorecard['crps'] =>
  ours === null || baseline === null || baseline <= 0 ? null : { ours, random_walk: baseline, ratio: ours / baseline }

function pitCounts(pits: readonly number[]): number[] {
  const counts = Array.from({ length: PIT_BINS }, () => 0)
  for (const pit of pits) {
    const bin = Math.min(PIT_BINS - 1, Math.floor(pit * PIT_BINS))
    counts[bin] = itemAt(counts, bin) + 1
  }
  return counts
}
