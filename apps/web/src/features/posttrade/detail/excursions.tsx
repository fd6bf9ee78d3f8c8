import type { TripDetail } from '@aerie/wire/journal/journal'
import { DASH } from '../../../live/market/figure-text.ts'
import { Explain } from '../../../ui/overlays/explain.tsx'
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
}: Pick<TripDetail, 'resolution' | 'import' | 'fill_count'>): string {
  if (file === null || resolution !== 'minute') return RESOLUTIONS[resolution]
  return fill_count === 0 ? WORDS.measuredInFile : WORDS.measuredOnImport
}

/** How far the position went against its owner and for them. */
export function Excursions({ trip }: { readonly trip: TripDetail }) {
  const { worst, best, gaps, currency } = trip
  const unwatched = gaps.filter(({ is_filled }) => !is_filled).length
  return (
    <Part title={WORDS.maeAndMfe} trailing={<About />}>
      <table className="trip-table num">
        <thead>
          <tr>
            <th scope="col">{WORDS.excursion}</th>
            <th scope="col">{currency}</th>
            <th scope="col">{WORDS.percent}</th>
            <th scope="col">R</th>
            <th scope="col">{WORDS.when}</th>
          </tr>
        </thead>
        <tbody>
          <Line title={WORDS.mae} excursion={worst} currency={currency} />
          <Line title={WORDS.mfe} excursion={best} currency={currency} />
        </tbody>
      </table>
      <p className="text-12 text-ink-2">
        {resolutionWords(trip)}
        {unwatched > 0 && WORDS.notMeasuredFor(unwatched === 1 ? WORDS.onePart : `${unwatched} parts`)}
      </p>
    </Part>
  )
}

type LineProps = { readonly title: string; readonly excursion: TripDetail['worst']; readonly currency: string }

function Line({ title, excursion, currency }: LineProps) {
  if (excursion === null) {
    return (
      <tr>
        <th scope="row">{title}</th>
        <td colSpan={4}>{DASH}</td>
      </tr>
    )
  }
  const { money, part, r, at } = excursion
  const { text, tone } = amountText(money, currency)
  return (
    <tr>
      <th scope="row">{title}</th>
      <td data-tone={tone} title={money}>
        {text}
      </td>
      <td>{part === null ? DASH : `${part > 0 ? '+' : ''}${(part * 100).toFixed(2).replace('-', '−')}%`}</td>
      <td>{multipleText(r)}</td>
      <td>{at === null ? DASH : exactText(Date.parse(at))}</td>
    </tr>
  )
}

const About = () => (
  <Explain title={WORDS.maeAndMfe}>
    <p>{WORDS.excursionAbout}</p>
    <p>{WORDS.excursionSource}</p>
  </Explain>
)
