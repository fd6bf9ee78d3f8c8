import type { AgentPrediction } from '@aerie/wire/agent/agent'
import { cx } from '../../ui/cx.ts'
import { hoursText, priceText } from '../forecast/forecast-text.ts'
import { Moment } from '../forecast/moment.tsx'

const BADGES = { live: null, sim: 'SIM', replay: 'REPLAY' } as const

/** One prediction that the agent named: what it said, and what came. */
export function PredictionRow({ entry }: { readonly entry: AgentPrediction }) {
  const { currency, hours, issued_at, due_at, predicted, low80, high80, anchor, close, quote, source } = entry
  const price = (value: number) => priceText(value, quote)
  const { text, tone } = outcomeOf(entry)
  return (
    <tr className="border-line border-b align-top last:border-0 hover:bg-surface-3">
      <th scope="row" className="px-3 py-2 text-left font-normal text-12 text-ink-2">
        <span className="block font-medium text-13 text-ink-1">
          {currency}, {hoursText(hours)}
          {BADGES[source] !== null && <span className="ml-1.5 font-semibold text-11 text-info">{BADGES[source]}</span>}
        </span>
        <span className="block">
          made <Moment at={issued_at} /> {`at ${price(anchor)}`}
        </span>
        <span className="block">
          for <Moment at={due_at} />
        </span>
      </th>
      <td className="px-3 py-2">
        <span className="block font-medium">{price(predicted)}</span>
        <span className="block text-12 text-ink-2">{`80%: ${price(low80)} to ${price(high80)}`}</span>
      </td>
      <td className="px-3 py-2">
        <span className="block font-medium">{close === null ? '—' : price(close)}</span>
        <span className={cx('block text-12', tone)}>{text}</span>
      </td>
    </tr>
  )
}

/** How a prediction did against saying that the price stays. */
export function outcomeOf({ state, close, predicted, anchor, low80, high80 }: AgentPrediction): {
  readonly text: string
  readonly tone: string
} {
  if (state === 'open') return { text: 'open', tone: 'text-ink-2' }
  if (state === 'unscorable' || close === null) return { text: 'not scored: no close for that hour', tone: 'text-warning' }
  const ours = Math.abs(Math.log(close / predicted))
  const theirs = Math.abs(Math.log(close / anchor))
  const than = ours === theirs ? 'as close as' : ours < theirs ? 'closer than' : 'further than'
  const isInside = close >= low80 && close <= high80
  return { text: outcome(than, isInside ? 'inside' : 'outside'), tone: isInside ? 'text-ink-1' : 'text-warning' }
}

const outcome = (than: string, side: string) => `${than} “no change”, ${side} 80%`
