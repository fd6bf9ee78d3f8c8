import '../charts/charts.css'
import { percentText } from '@aerie/core/numbers/short-number-text'
import { IMPORT_CAPITAL_NEEDED, type JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import { Panel } from '../../../ui/panel.tsx'
import { CalendarMap } from '../charts/calendar-map.tsx'
import { CurveChart } from '../charts/curve-chart.tsx'
import { ExcursionScatter } from '../charts/excursion-scatter.tsx'
import { RiskHistogram } from '../charts/risk-histogram.tsx'
import { microOf, microText } from '../money-text.ts'
import { EarlierStops } from './earlier-stops.tsx'

const noDrawdown = (reason = IMPORT_CAPITAL_NEEDED): string =>
  reason === IMPORT_CAPITAL_NEEDED
    ? 'Drawdown needs the starting capital, which files do not state. Enter it above.'
    : `No drawdown: ${reason}.`

/** Equity, drawdown, calendar, R and excursions of a report. */
export function ReportPictures({ data, onDay }: { readonly data: JournalStatistics; readonly onDay: (day: string) => void }) {
  const equity = data.equity.map(([at, net]) => ({ at, value: microOf(net) ?? 0 }))
  const depths = data.equity.flatMap(([at, , depth]) => (depth === null ? [] : [{ at, value: depth }]))
  const last = equity.at(-1)
  return (
    <>
      <Panel title="Equity">
        <div className="statistics-body">
          <CurveChart
            title="Net result so far, USDC"
            points={equity}
            format={microText}
            summary={`It ends at ${microText(last?.value ?? 0)} USDC.`}
          />
          {data.figures.max_drawdown.reason === undefined && depths.length > 0 ? (
            <CurveChart
              title="Drawdown"
              points={depths}
              isDepth
              format={(depth) => percentText(depth * 100)}
              summary={`Max drawdown ${percentText(Math.min(...depths.map(({ value }) => value)) * 100)}.`}
            />
          ) : (
            <p className="text-12 text-ink-2">{noDrawdown(data.figures.max_drawdown.reason)}</p>
          )}
        </div>
      </Panel>
      <Panel title="Calendar">
        <div className="statistics-body">
          <CalendarMap days={data.calendar} zone={data.zone} onDay={onDay} />
        </div>
      </Panel>
      <Panel title="Risk">
        <div className="statistics-body">
          <RiskHistogram width={data.r_histogram.width} bins={data.r_histogram.bins} n={data.trips.with_risk} of={data.trips.counted} />
        </div>
      </Panel>
      <Panel title="Excursions">
        <div className="statistics-body">
          <ExcursionScatter excursions={data.excursions} />
          <EarlierStops stops={data.earlier_stops} />
        </div>
      </Panel>
    </>
  )
}
