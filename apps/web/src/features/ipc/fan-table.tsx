import type { Forecast } from '@aerie/wire/market/forecasts'
import { useState } from 'react'
import { fanOf } from '../../market-views/forecast/fan-bands.ts'
import { priceText } from '../../market-views/forecast/forecast-text.ts'
import { Moment } from '../../market-views/forecast/moment.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ScrollSection } from '../../ui/scroll-section.tsx'

/** The fan as a table: the chart for those who would rather read it. */
export function FanTable({ forecast }: { readonly forecast: Forecast }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Show as table
      </Button>
      {isOpen && (
        <Dialog title={`Forecast for ${forecast.symbol}, hour by hour`} isWide className="sm:max-w-4xl" onClose={() => setOpen(false)}>
          <ScrollSection aria-label="Table" className="scroll-sideways">
            <Rows forecast={forecast} />
          </ScrollSection>
        </Dialog>
      )}
    </>
  )
}

const Rows = ({ forecast }: { readonly forecast: Forecast }) => (
  <table className="num w-full text-right text-13">
    <thead className="text-12 text-ink-2">
      <tr>
        {['Hours', 'At', 'Median', ...[50, 80, 95].map(band)].map((title) => (
          <th key={title} scope="col" className="px-2 py-1 font-medium">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {fanOf(forecast)
        .slice(1)
        .map(({ hours, time, median, bands }) => (
          <tr key={hours} className="border-line border-t">
            <th scope="row" className="px-2 py-1 font-normal">
              {hours}
            </th>
            <td className="px-2">
              <Moment at={time} />
            </td>
            <td translate="no" className="px-2">
              {priceText(median, forecast.quote)}
            </td>
            {bands.map(({ percent, low, high }) => (
              <td key={percent} className="whitespace-nowrap px-2">
                {`${priceText(low, forecast.quote)} to ${priceText(high, forecast.quote)}`}
              </td>
            ))}
          </tr>
        ))}
    </tbody>
  </table>
)

const band = (percent: number) => `${percent}% band`
