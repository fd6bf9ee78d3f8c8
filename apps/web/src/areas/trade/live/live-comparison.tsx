import { amountText, MINUS } from '@aerie/core/numbers/decimal-figure'
import { DECIMALS, decimalText, parseDecimal } from '@aerie/core/numbers/units'
import type { ApexLiveOrder, ApexTwin } from '@aerie/wire/apex-orders'
import { FigureCell } from '../../../ui/table.tsx'

const figure = (text: string | null | undefined): string => (text === null || text === undefined ? '—' : amountText(text))
const seconds = (ms: number | null): string => (ms === null ? '—' : `${(ms / 1_000).toFixed(1).replace('-', MINUS)} s`)

export function LiveComparison({ order: { order, twin } }: { readonly order: ApexLiveOrder }) {
  const note = noteOf(twin)
  return (
    <>
      <table className="num w-full text-12 [&_:is(td,thead_th)]:text-right [&_tbody_th]:text-left [&_th]:font-normal [&_th]:text-ink-2">
        <thead>
          <tr>
            <th scope="col" className="sr-only">
              Figure
            </th>
            <th scope="col">Live</th>
            <th scope="col">Paper twin</th>
            <th scope="col">Live − paper</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Average price</th>
            <FigureCell title={averageOf(order) ?? undefined}>{figure(averageOf(order))}</FigureCell>
            <FigureCell title={twin?.average_price ?? undefined}>{figure(twin?.average_price)}</FigureCell>
            <FigureCell title={twin?.price_difference ?? undefined}>{figure(twin?.price_difference)}</FigureCell>
          </tr>
          <tr>
            <th scope="row">Fee</th>
            <FigureCell title={order?.matched.fee ?? undefined}>{figure(order?.matched.fee)}</FigureCell>
            <FigureCell title={twin?.fee ?? undefined}>{figure(twin?.fee)}</FigureCell>
            <FigureCell title={twin?.fee_difference ?? undefined}>{figure(twin?.fee_difference)}</FigureCell>
          </tr>
          <tr>
            <th scope="row">Time to fill</th>
            <td>—</td>
            <td>—</td>
            <td>{seconds(twin?.time_difference_ms ?? null)}</td>
          </tr>
        </tbody>
      </table>
      {note !== null && <p className="text-12 text-ink-2">{note}</p>}
    </>
  )
}

function noteOf(twin: ApexTwin | null): string | null {
  if (twin === null) return 'The paper twin is being placed.'
  if (twin.market === null) return twin.reason
  return twin.market === 'live' ? twin.reason : 'The paper twin trades in a simulated or replayed market: its prices cannot be compared.'
}

function averageOf(order: ApexLiveOrder['order']): string | null {
  const [value, size] = [exact(order?.matched.value), exact(order?.matched.size)]
  return value === null || size === null || size === 0n ? null : decimalText((value * 10n ** BigInt(DECIMALS.price)) / size, DECIMALS.price)
}
const exact = (text: string | null | undefined): bigint | null => {
  const parsed = parseDecimal(text ?? '', DECIMALS.price)
  return parsed.ok ? parsed.value : null
}
