import type { Interval } from '@aerie/core/market/candle'
import { type Bar, isGap } from '../../../chart-engine/bars/bars.ts'
import { legendText } from '../../../chart-engine/chart-words.ts'
import { LearnLink } from '../../../navigation/learn-link.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ScrollSection } from '../../../ui/scroll-section.tsx'

/** Rows of the table. */
export const TABLE_CANDLES = 100

type CandleTableProps = {
  readonly title: string
  readonly bars: readonly Bar[]
  readonly interval: Interval
  readonly onClose: () => void
}

/** The newest candles as figures, newest first: the chart for those who do not see it. */
export function CandleTableDialog({ title, bars, interval, onClose }: CandleTableProps) {
  const rows = bars.slice(-TABLE_CANDLES).map((bar, i, shown) => ({ bar, text: legendText(bar, shown[i - 1] ?? null, interval) }))
  return (
    <Dialog title={title} isWide className="sm:max-w-3xl" onClose={onClose}>
      <ScrollSection className="chart-table" aria-label="Candles" data-autofocus="">
        <table>
          <caption className="sr-only">{`${title}, newest first`}</caption>
          <thead>
            <tr>
              {['Time', 'Open', 'High', 'Low', 'Close', 'Change', 'Volume'].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map(({ bar, text }) => (
              <tr key={bar.timestamp}>
                <th scope="row" title={text.utc}>
                  {text.time}
                </th>
                {isGap(bar) ? (
                  <td colSpan={6}>No candle is known</td>
                ) : (
                  <>
                    <td translate="no">{text.open}</td>
                    <td translate="no">{text.high}</td>
                    <td translate="no">{text.low}</td>
                    <td translate="no">{text.close}</td>
                    <td translate="no" data-tone={text.tone}>
                      {text.change}
                    </td>
                    <td translate="no">{text.volume}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollSection>
      <p className="mt-3">
        <LearnLink term="candles" />
      </p>
    </Dialog>
  )
}
