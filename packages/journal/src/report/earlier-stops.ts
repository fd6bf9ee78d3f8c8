import { microUsdc, usdcText } from '@aerie/core/numbers/units'
import { mean, meanInterval } from '../sample.ts'
import { figure } from '../statistic.ts'
import { figureOf, type ReportFigure } from './report-figures.ts'
import { type ReportTrip, sumOf, usdcNumber } from './report-trip.ts'

/** Trades under which nothing is said of another stop. */
const LEAST_TRADES = 30
/** Distances that are tried, in medians of MAE. */
const MULTIPLES = [0.5, 1, 1.5, 2] as const
const PART_IN_ONE = 1e9

/** Formula of a row of `earlierStops`. */
export const EARLIER_STOP_FORMULA =
  'a trade with |MAE| ≥ distance loses distance · worth entered, fees and funding as they were; others stay; change = Σ (with − without) / trades; Student 95 %'

/** What the trades would have come to with a stop at one distance. */
export type EarlierStop = {
  /** Distance in medians of MAE, and as a fraction of the entry. */
  multiple: number
  distance: number
  /** Trades that it would have closed, and how many of them won without it. */
  stopped: number
  stopped_winners: number
  /** Σ net with it, decimal USDC. */
  net: string
  /** Mean of what it would have changed, USDC a trade. */
  change: ReportFigure
}
/** Rows of other stops; `reason` says why there are none. */
export type EarlierStops = { n: number; net: string; median_mae: number | null; reason: string | null; rows: EarlierStop[] }

/**
 * What stops nearer or farther than the user's own would have made of these trades: at multiples of their median MAE. The whole of what was
 * entered is taken as held when the stop is reached, filled at its price: of a position that was added to or taken off it says too much loss
 * rather than too little. The distances are of the same trades: a description of them, no promise.
 *
 * @param trips closed, with a net in dollars; those that were not watched between their fills are left out
 * @throws never
 * Source: Sweeney, Maximum Adverse Excursion (1997); docs/math/journal.md
 */
export function earlierStops(trips: readonly ReportTrip[]): EarlierStops {
  const watched = trips.flatMap((trip): Watched[] =>
    trip.isWatched && trip.maePart !== null && trip.entered > 0n ? [{ ...trip, maePart: trip.maePart }] : [],
  )
  const told = { n: watched.length, net: usdcText(microUsdc(sumOf(watched, ({ net }) => net))) }
  const median = medianOf(watched.map(({ maePart }) => -maePart))
  if (watched.length < LEAST_TRADES || median === undefined)
    return { ...told, median_mae: null, reason: `needs ${LEAST_TRADES} trades with a measured MAE`, rows: [] }
  if (median === 0) return { ...told, median_mae: 0, reason: 'half of the trades never stood at a loss', rows: [] }
  return { ...told, median_mae: -median, reason: null, rows: MULTIPLES.map((multiple) => stopAt(watched, multiple, median)) }
}

type Watched = ReportTrip & { readonly maePart: number }

function stopAt(trips: readonly Watched[], multiple: number, median: number): EarlierStop {
  const distance = multiple * median
  const part = BigInt(Math.round(distance * PART_IN_ONE))
  const stopped = trips.filter(({ maePart }) => -maePart >= distance)
  const changes = trips.map((trip) => (-trip.maePart >= distance ? stoppedNet(trip, part) - trip.net : 0n))
  const numbers = changes.map(usdcNumber)
  const total = sumOf(trips, ({ net }) => net) + changes.reduce((sum, change) => sum + change, 0n)
  return {
    multiple,
    distance,
    stopped: stopped.length,
    stopped_winners: stopped.filter(({ net }) => net > 0n).length,
    net: usdcText(microUsdc(total)),
    change: figureOf(figure(mean(numbers), numbers.length, meanInterval(numbers)), EARLIER_STOP_FORMULA),
  }
}

const stoppedNet = ({ entered, fees, funding }: ReportTrip, part: bigint): bigint =>
  -((entered * part) / BigInt(PART_IN_ONE)) - fees + funding

function medianOf(values: readonly number[]): number | undefined {
  const ordered = values.toSorted((a, b) => a - b)
  const half = Math.floor(ordered.length / 2)
  const [below, above] = [ordered[ordered.length % 2 === 0 ? half - 1 : half], ordered[half]]
  return below === undefined || above === undefined ? undefined : (below + above) / 2
}
