import type { TripDetail } from '@aerie/wire/journal'
import { DASH } from '../../../live/figure-text.ts'
import { Explain } from '../../../ui/explain.tsx'
import { multipleText } from '../money-text.ts'
import { amountText } from '../table/columns.ts'
import { exactText } from '../time-text.ts'
import { Part } from './fact-list.tsx'

const RESOLUTIONS: Readonly<Record<TripDetail['resolution'], string>> = {
  tick: 'Watched at every tick from the first fill to the last.',
  minute: 'In part read from candles of a minute: the true figures lie a little inside.',
  fills: 'Only the prices of its own fills are known: MAE and MFE may have been larger.',
  none: 'Not known: an imported trade was not watched while it was open, and this server has no real candles of a minute of the whole of it.',
}
const OF_IMPORT = "Of an import: read from this server's candles of a minute, which may be another exchange's, or told by its file."

/** How far the position went against its owner and for them. */
export function Excursions({ trip }: { readonly trip: TripDetail }) {
  const { worst, best, resolution, gaps, currency } = trip
  const unwatched = gaps.filter(({ is_filled }) => !is_filled).length
  return (
    <Part title="MAE and MFE" trailing={<About />}>
      <table className="trip-table num">
        <thead>
          <tr>
            <th scope="col">Excursion</th>
            <th scope="col">{currency}</th>
            <th scope="col">Percent</th>
            <th scope="col">R</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          <Line title="MAE" excursion={worst} currency={currency} />
          <Line title="MFE" excursion={best} currency={currency} />
        </tbody>
      </table>
      <p className="text-12 text-ink-2">
        {trip.import !== null && resolution === 'minute' ? OF_IMPORT : RESOLUTIONS[resolution]}
        {unwatched > 0 && ` ${unwatched === 1 ? 'One part' : `${unwatched} parts`} of its time could not be watched.`}
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
  <Explain title="MAE and MFE">
    <p>The worst and the best unrealised profit of the whole position, before fees, from its first fill to its last.</p>
    <p>Source: Sweeney, Maximum Adverse Excursion (1997).</p>
  </Explain>
)
