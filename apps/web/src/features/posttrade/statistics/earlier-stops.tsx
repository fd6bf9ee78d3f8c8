import { MINUS } from '@aerie/core/numbers/decimal-figure'
import type { JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import { signedAmount, toneOf } from '../../../platform/format/figures.ts'
import { Explain, Formula } from '../../../ui/overlays/explain.tsx'
import { TableScroll } from '../table/table-scroll.tsx'
import { headlineOf } from './figure-text.ts'
import * as WORDS from './statistics-words.ts'

type Stops = JournalStatistics['earlier_stops']

/** What the trades would have come to with a stop nearer or farther away. */
export function EarlierStops({ stops }: { readonly stops: Stops }) {
  const { n, median_mae, reason, rows } = stops
  return (
    <section className="flex flex-col gap-1" aria-label={WORDS.otherStops}>
      <div className="flex items-center justify-between gap-1">
        <span className="font-medium text-13 text-ink-1">{WORDS.otherStops}</span>
        <About formula={rows[0]?.change.formula} />
      </div>
      {reason === null && median_mae !== null ? (
        <>
          <StopsTable stops={stops} />
          <p className="num text-12 text-ink-2">{WORDS.otherStopsNote(n.toLocaleString('en-US'), percent(median_mae))}</p>
        </>
      ) : (
        <p className="text-12 text-ink-2">{WORDS.otherStopsNotKnown(reason ?? WORDS.notKnown)}</p>
      )}
    </section>
  )
}

const StopsTable = ({ stops: { net, rows } }: { readonly stops: Stops }) => (
  <TableScroll>
    <table className="trip-table num" aria-label={WORDS.otherStops}>
      <thead>
        <tr>
          <th scope="col">{WORDS.stopDistance}</th>
          <th scope="col">{WORDS.stoppedTrades}</th>
          <th scope="col">{WORDS.netWithStop}</th>
          <th scope="col">{WORDS.changePerTrade}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{WORDS.withoutStop}</th>
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
      <th scope="row">{WORDS.timesMedian(multiple, percent(-distance))}</th>
      <td>
        <span className="block">{stopped.toLocaleString('en-US')}</span>
        <span className="block text-11 text-ink-3">{WORDS.winnersStopped(stopped_winners.toLocaleString('en-US'))}</span>
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
  <Explain title={WORDS.otherStops}>
    {formula !== undefined && <Formula>{formula}</Formula>}
    <p>{WORDS.otherStopsAbout}</p>
  </Explain>
)

/** Up to four decimals: the excursions of a scalper are hundredths of a percent. */
const percent = (part: number): string => `${Number((part * 100).toPrecision(3))}%`.replace('-', MINUS)
