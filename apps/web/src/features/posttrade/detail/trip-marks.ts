import type { TripDetail } from '@aerie/wire/journal/journal'
import type { ChartLevel, ChartTrade } from '../../../chart-engine/price-chart-props.ts'
import { exactFigure } from '../../../platform/format/figures.ts'
import { drawnAtTick } from '../../../trading/account/instruments.ts'
import { marketSymbol } from './trip-window.ts'

/** Fills that are drawn: more would lie over each other. */
const MOST_FILLS = 200

/** Entries and exits of a trade up to a moment; numbers are for drawing only. */
export const tradesUntil = ({ fills, symbol, origin }: TripDetail, until: number): ChartTrade[] =>
  fills
    .map(({ at, price, side, size }, place) => ({
      id: String(place),
      time: Date.parse(at),
      price: drawnAtTick(price, marketSymbol({ symbol, origin })),
      side,
      label: `${exactFigure(size)} ${symbol}`,
    }))
    .filter(({ time }) => time <= until)
    .slice(0, MOST_FILLS)

type Levels = Pick<TripDetail, 'symbol' | 'origin' | 'entry' | 'exit' | 'facts' | 'opened_at_ms' | 'closed_at_ms'>

/** Average entry, average exit and the stop at entry, as far as they were known at a moment: a replay shows none before its trade. */
export function levelsOf({ symbol, origin, entry, exit, facts, opened_at_ms, closed_at_ms }: Levels, until: number): ChartLevel[] {
  if (opened_at_ms !== null && opened_at_ms > until) return []
  const level = (id: string, price: string | null, label: string, tone: ChartLevel['tone']): ChartLevel[] =>
    price === null ? [] : [{ id, price: drawnAtTick(price, marketSymbol({ symbol, origin })), label, tone }]
  return [
    ...level('entry', entry, 'Entry', 'info'),
    ...level('exit', closed_at_ms !== null && closed_at_ms <= until ? exit : null, 'Exit', 'accent'),
    ...level('stop', facts?.stop ?? null, 'Stop at entry', 'down'),
  ]
}
