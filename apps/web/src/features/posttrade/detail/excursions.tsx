import { MINUS } from '@aerie/core/numbers/decimal-figure'
import type { TripDetail } from '@aerie/wire/journal/journal'
import { DASH } from '../../../platform/format/figures.ts'
import { Explain } from '../../../ui/overlays/explain.tsx'
import { type Excursion, endsText, isLeast } from '../excursion-text.ts'
import { multipleText } from '../money-text.ts'
import { amountText } from '../table/columns.ts'
import { exactText } from '../time-text.ts'
import * as WORDS from './detail-words.ts'
import { Part } from './fact-list.tsx'

const RESOLUTIONS: Readonly<Record<TripDetail['resolution'], string>> = {
  tick: WORDS.measuredOnTicks,
  minute: WORDS.partlyMeasuredOnCandles,
  fills: WORDS.measuredOnOwnFills,
  none: WORDS.importedNotMeasured,
}

/** How closely a trade was measured. One that its file tells as a whole has no fills, and its figures from there. */
export function resolutionWords({
  resolution,
  import: file,
  fill_count,
  source_kind,
  mae_far,
  mfe_far,
}: Pick<TripDetail, 'resolution' | 'import' | 'fill_count' | 'source_kind' | 'mae_far' | 'mfe_far'>): string {
  if (mae_far !== null || mfe_far !== null) return fill_count === 0 ? WORDS.rangeInFile : WORDS.rangeOfImport
  if (file === null || resolution !== 'minute') return RESOLUTIONS[resolution]
  if (fill_count > 0) return WORDS.measuredOnImport
  return source_kind === null ? WORDS.leastInFile : WORDS.measuredInFile
}

/** How far the position went against its owner and for them. */
export function Excursions({ trip }: { readonly trip: TripDetail }) {
  const { worst, best, gaps } = trip
  const shared = { currency: trip.currency, isAtLeast: isLeast(trip) }
  const unwatched = gaps.filter(({ is_filled }) => !is_filled).length
  return (
    <Part title={WORDS.maeAndMfe} trailing={<About />}>
      <table className="trip-table num">
        <thead>
          <tr>
            <th scope="col">{WORDS.excursion}</th>
            <th scope="col">{trip.currency}</th>
            <th scope="col">{WORDS.percent}</th>
            <th scope="col">R</th>
            <th scope="col">{WORDS.when}</th>
          </tr>
        </thead>
        <tbody>
          <Line title={WORDS.mae} of="mae" excursion={worst} {...shared} />
          <Line title={WORDS.mfe} of="mfe" excursion={best} {...shared} />
        </tbody>
      </table>
      <p className="text-12 text-ink-2">
        {resolutionWords(trip)}
        {unwatched > 0 && WORDS.notMeasuredFor(unwatched === 1 ? WORDS.onePart : `${unwatched} parts`)}
      </p>
    </Part>
  )
}

type LineProps = {
  readonly title: string
  readonly of: Excursion
  readonly excursion: TripDetail['worst']
  readonly currency: string
  readonly isAtLeast: boolean
}

function Line({ title, of, excursion, currency, isAtLeast }: LineProps) {
  if (excursion === null) {
    return (
      <tr>
        <th scope="row">{title}</th>
        <td colSpan={4}>{DASH}</td>
      </tr>
    )
  }
  const { money, at, far } = excursion
  const { tone } = amountText(money, currency)
  const ends = { near: excursion, far, of, isAtLeast }
  return (
    <tr>
      <th scope="row">{title}</th>
      <td translate="no" data-tone={tone} title={endsText(ends, (end) => end.money)}>
        {endsText(ends, (end) => amountText(end.money, currency).text)}
      </td>
      <td translate="no">{endsText(ends, ({ part }) => percentText(part))}</td>
      <td translate="no">{endsText(ends, ({ r }) => multipleText(r))}</td>
      <td>{at === null ? DASH : exactText(Date.parse(at))}</td>
    </tr>
  )
}

const percentText = (part: number | null): string =>
  part === null ? DASH : `${part > 0 ? '+' : ''}${(part * 100).toFixed(2).replace('-', MINUS)}%`

const About = () => (
  <Explain title={WORDS.maeAndMfe}>
    <p>{WORDS.excursionAbout}</p>
    <p>{WORDS.excursionSource}</p>
  </Explain>
)
