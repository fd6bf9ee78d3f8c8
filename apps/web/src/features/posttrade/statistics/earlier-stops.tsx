import { MINUS } from '@aerie/core/numbers/decimal-figure'
import type { JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import { signedAmount, toneOf } from '../../../platform/format/figures.ts'
import { Explain, Formula } from '../../../ui/overlays/explain.tsx'
import { TableScroll } from '../table/table-scroll.tsx'
import { headlineOf } from './figure-text.ts'

type Stops = JournalStatistics['earlier_stops']

/** What the trades would have come to with a stop nearer or farther away. */
export function EarlierStops({ stops }: { readonly stops: Stops }) {
  const { n, median_mae, reason, rows } = stops
  return (
    <section className="flex flex-col gap-1" aria-label="With another stop">
      <div className="flex items-center justify-between gap-1">
        <span className="font-medium text-13 text-ink-1">With another stop</span>
        <About formula={rows[0]?.change.formula} />
      </div>
      {reason === null && median_mae !== null ? (
        <>
          <StopsTable stops={stops} />
          <p className="num text-12 text-ink-2">{`${n.toLocaleString('en-US')} trades with a measured MAE, median ${percent(median_mae)}. The distances come from these same trades: they describe them and promise nothing.`}</p>
        </>
      ) : (
        <p className="text-12 text-ink-2">{otherStopsNotKnown(reason ?? 'not known')}</p>
      )}
    </section>
  )
}

const StopsTable = ({ stops: { net, rows } }: { readonly stops: Stops }) => (
  <TableScroll>
    <table className="trip-table num" aria-label="With another stop">
      <thead>
        <tr>
          <th scope="col">Stop at</th>
          <th scope="col">Stopped</th>
          <th scope="col">Net</th>
          <th scope="col">Change per trade</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">As traded</th>
          <td />
          <Net net={net} />
          <td />
        </tr>
        {rows.map((row) => (
          <StopRow key={row.multiple} row={row} />
        ))}
      </tbody>
    </table>
  </TableScroll>
)

function StopRow({ row: { multiple, distance, stopped, stopped_winners, net, change } }: { readonly row: Stops['rows'][number] }) {
  const { text, beside } = headlineOf('expectancy', change)
  return (
    <tr>
      <th scope="row">{`${multiple} × median, ${percent(-distance)}`}</th>
      <td>
        <span className="block">{stopped.toLocaleString('en-US')}</span>
        <span className="block text-11 text-ink-3">{`${stopped_winners.toLocaleString('en-US')} of them won`}</span>
      </td>
      <Net net={net} />
      <td>
        <span className="block">{text}</span>
        <span className="block text-11 text-ink-3">{beside}</span>
      </td>
    </tr>
  )
}

const Net = ({ net }: { readonly net: string }) => (
  <td translate="no" data-tone={toneOf(net)} title={net}>
    {signedAmount(net)}
  </td>
)

const About = ({ formula }: { readonly formula: string | undefined }) => (
  <Explain title="With another stop">
    {formula !== undefined && <Formula>{formula}</Formula>}
    <p>
      What these trades would have come to with a stop at a multiple of their median MAE. A trade that was added to or partly closed counts
      with its whole size, so its loss is overstated rather than understated. Where MAE is a range, its smaller end counts: the stop would
      have closed at least as many.
    </p>
  </Explain>
)

/** Up to four decimals: the excursions of a scalper are hundredths of a percent. */
const percent = (part: number): string => `${Number((part * 100).toPrecision(3))}%`.replace('-', MINUS)

const otherStopsNotKnown = (reason: string) => `n/a: ${reason}.`
