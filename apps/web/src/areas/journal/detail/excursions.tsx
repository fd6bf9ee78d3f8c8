import { MINUS } from '@aerie/core/numbers/decimal-figure'
import type { TripDetail } from '@aerie/wire/journal/journal'
import { DASH } from '../../../platform/format/figures.ts'
import { Explain } from '../../../ui/overlays/explain.tsx'
import { FigureCell, TableHead } from '../../../ui/table.tsx'
import { type Excursion, endsText, isLeast } from '../excursion-text.ts'
import { exactText, multipleText } from '../figure-text.ts'
import { amountText } from '../table/columns.ts'
import { Part } from './fact-list.tsx'

const RESOLUTIONS: Readonly<Record<TripDetail['resolution'], string>> = {
  tick: 'Measured on every tick from the first fill to the last.',
  minute: 'Partly measured on one-minute candles, so these may be slightly too large.',
  fills: 'Measured on its own fills only. MAE and MFE may have been larger.',
  none: 'Not known: imported trades were not measured while open, and this server has no real one-minute candles for all of that time.',
}

/** Resolution of the excursions. A trade imported as a whole has no fills; its figures come from the file. */
export function resolutionText({
  resolution,
  import: file,
  fill_count,
  source_kind,
  mae_far,
  mfe_far,
}: Pick<TripDetail, 'resolution' | 'import' | 'fill_count' | 'source_kind' | 'mae_far' | 'mfe_far'>): string {
  if (mae_far !== null || mfe_far !== null)
    return fill_count === 0
      ? 'A range from the file: the smaller figure was reached for certain, and beyond the larger it did not go.'
      : 'A range: the smaller figure was reached for certain, and beyond the larger it did not go. Nobody knows whether the high and low of the minute of a fill came before it or after. From one-minute candles of this server, which may be another exchange’s.'
  if (file === null || resolution !== 'minute') return RESOLUTIONS[resolution]
  if (fill_count > 0)
    return 'At least this. From one-minute candles of this server, which may be another exchange’s. In the first and last minute only the prices of its own fills count.'
  return source_kind === null
    ? 'At least this. From the file, measured on one-minute candles and its own fills.'
    : 'From the file, partly measured on one-minute candles.'
}

export function Excursions({ trip }: { readonly trip: TripDetail }) {
  const { worst, best, gaps } = trip
  const shared = { currency: trip.currency, isAtLeast: isLeast(trip) }
  const unwatched = gaps.filter(({ is_filled }) => !is_filled).length
  return (
    <Part title="MAE and MFE" trailing={<About />}>
      <table className="trip-table num">
        <TableHead titles={['Excursion', trip.currency, 'Percent', 'R', 'When']} />
        <tbody>
          <Line title="MAE" of="mae" excursion={worst} {...shared} />
          <Line title="MFE" of="mfe" excursion={best} {...shared} />
        </tbody>
      </table>
      <p className="text-12 text-ink-2">
        {resolutionText(trip)}
        {unwatched > 0 && notMeasuredFor(unwatched === 1 ? 'One part' : `${unwatched} parts`)}
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
      <FigureCell data-tone={tone} title={endsText(ends, (end) => end.money)}>
        {endsText(ends, (end) => amountText(end.money, currency).text)}
      </FigureCell>
      <FigureCell>{endsText(ends, ({ part }) => percentText(part))}</FigureCell>
      <FigureCell>{endsText(ends, ({ r }) => multipleText(r))}</FigureCell>
      <td>{at === null ? DASH : exactText(Date.parse(at))}</td>
    </tr>
  )
}

const percentText = (part: number | null): string =>
  part === null ? DASH : `${part > 0 ? '+' : ''}${(part * 100).toFixed(2).replace('-', MINUS)}%`

const About = () => (
  <Explain title="MAE and MFE">
    <p>Largest unrealised loss and profit of the position before fees, from first to last fill.</p>
    <p>Source: Sweeney, Maximum Adverse Excursion (1997).</p>
  </Explain>
)

const notMeasuredFor = (text: string) => ` ${text} of its time could not be measured.`
