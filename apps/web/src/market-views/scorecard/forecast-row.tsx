import type { ForecastEntry } from '@aerie/wire/market/forecasts'
import { cx } from '../../ui/cx.ts'
import { priceText, SOURCE_NAMES } from '../forecast/forecast-text.ts'
import { Moment } from '../forecast/moment.tsx'
import { HASH } from './forecast-heads.tsx'
import { scoreText } from './scorecard-text.ts'

type ForecastRowProps = { readonly entry: ForecastEntry }

/** One forecast: what it said, and what came. */
export function ForecastRow({ entry }: ForecastRowProps) {
  const { quote, source, anchor, median, low80, high80, outcome, crps, random_walk_crps, hash } = entry
  const price = (value: number) => priceText(value, quote)
  return (
    <tr className="h-(--row) border-line border-b hover:bg-surface-3">
      <th scope="row" className="px-3 text-left font-normal">
        <Moment at={entry.issued_at} />
      </th>
      <td translate="no" className="px-3">
        {outcome === null ? '—' : price(outcome)}
      </td>
      <td className="px-3 text-left">
        <State entry={entry} />
      </td>
      <td translate="no" className="px-3">
        {price(median)}
      </td>
      <td className="px-3">
        {price(low80)} to {price(high80)}
      </td>
      <td className="px-3">
        <Moment at={entry.due_at} />
      </td>
      <td translate="no" className="px-3">
        {price(anchor)}
      </td>
      <td translate="no" className="px-3">
        {crps === null ? '—' : scoreText(crps)}
      </td>
      <td translate="no" className="px-3">
        {random_walk_crps === null ? '—' : scoreText(random_walk_crps)}
      </td>
      <td className="px-3 text-left text-12 text-ink-2">{SOURCE_NAMES[source]}</td>
      <td className={cx('px-3', HASH)}>
        <code title={hash} className="font-mono text-12 text-ink-2">
          {hash.slice(0, 10)}…
        </code>
      </td>
    </tr>
  )
}

function State({ entry }: { readonly entry: ForecastEntry }) {
  const { text, tone } = stateOf(entry)
  return <span className={cx('text-12', tone)}>{text}</span>
}

/** Open, missing, or the narrowest band that held. */
export function stateOf({ state, outcome, ...bands }: ForecastEntry): { readonly text: string; readonly tone: string } {
  if (state === 'open') return { text: 'open', tone: 'text-ink-2' }
  if (state === 'missing' || outcome === null) return { text: 'unscorable: no candle for that hour', tone: 'text-warning' }
  const isIn = (low: number, high: number) => outcome >= low && outcome <= high
  if (isIn(bands.low50, bands.high50)) return { text: within(50), tone: 'text-ink-1' }
  if (isIn(bands.low80, bands.high80)) return { text: within(80), tone: 'text-ink-1' }
  if (isIn(bands.low95, bands.high95)) return { text: within(95), tone: 'text-ink-1' }
  return { text: 'scored, outside 95%', tone: 'text-warning' }
}

const within = (percent: number) => `scored, within ${percent}%`
