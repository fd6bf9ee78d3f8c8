import { amountText, MINUS } from '@aerie/core/numbers/decimal-figure'
import { DECIMALS, decimalText, parseDecimal } from '@aerie/core/numbers/units'
import type { ApexLiveOrder, ApexTwin } from '@aerie/wire/apex-orders'
import { LIVE_WORDS } from './live-words.ts'

const WORDS = LIVE_WORDS.list

const figure = (text: string | null | undefined): string => (text === null || text === undefined ? WORDS.unknown : amountText(text))
const seconds = (ms: number | null): string => (ms === null ? WORDS.unknown : WORDS.seconds((ms / 1_000).toFixed(1).replace('-', MINUS)))

/** A live order beside its twin on paper, and what both differ by. */
export function LiveComparison({ order: { order, twin } }: { readonly order: ApexLiveOrder }) {
  const note = noteOf(twin)
  return (
    <>
      <table className="live-twin num">
        <thead>
          <tr>
            <th scope="col" className="sr-only">
              {WORDS.figure}
            </th>
            <th scope="col">{WORDS.live}</th>
            <th scope="col">{WORDS.twin}</th>
            <th scope="col">{WORDS.difference}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{WORDS.average}</th>
            <td translate="no" title={averageOf(order) ?? undefined}>
              {figure(averageOf(order))}
            </td>
            <td translate="no" title={twin?.average_price ?? undefined}>
              {figure(twin?.average_price)}
            </td>
            <td translate="no" title={twin?.price_difference ?? undefined}>
              {figure(twin?.price_difference)}
            </td>
          </tr>
          <tr>
            <th scope="row">{WORDS.fee}</th>
            <td translate="no" title={order?.matched.fee ?? undefined}>
              {figure(order?.matched.fee)}
            </td>
            <td translate="no" title={twin?.fee ?? undefined}>
              {figure(twin?.fee)}
            </td>
            <td translate="no" title={twin?.fee_difference ?? undefined}>
              {figure(twin?.fee_difference)}
            </td>
          </tr>
          <tr>
            <th scope="row">{WORDS.time}</th>
            <td>{WORDS.unknown}</td>
            <td>{WORDS.unknown}</td>
            <td>{seconds(twin?.time_difference_ms ?? null)}</td>
          </tr>
        </tbody>
      </table>
      {note !== null && <p className="text-12 text-ink-2">{note}</p>}
    </>
  )
}

function noteOf(twin: ApexTwin | null): string | null {
  if (twin === null) return WORDS.noTwinYet
  if (twin.market === null) return twin.reason
  return twin.market === 'live' ? twin.reason : WORDS.notLive
}

/** Of what has traded so far; null before. */
function averageOf(order: ApexLiveOrder['order']): string | null {
  const [value, size] = [exact(order?.matched.value), exact(order?.matched.size)]
  return value === null || size === null || size === 0n ? null : decimalText((value * 10n ** BigInt(DECIMALS.price)) / size, DECIMALS.price)
}
const exact = (text: string | null | undefined): bigint | null => {
  const parsed = parseDecimal(text ?? '', DECIMALS.price)
  return parsed.ok ? parsed.value : null
}
