import type { Interval } from '@aerie/core/market/candle'
import { SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import { ageText } from '../../../platform/live/market/age-text.ts'
import { ageMs, isStalePrice, type MarketBadge, useMarketStatus } from '../../../platform/live/market/market-status.ts'
import { figuresOf } from '../../../platform/live/market/quotes.ts'
import type { Bar } from '../bars/bars.ts'
import { legendText } from '../engine/chart-text.ts'

export type LegendHandle = { readonly paint: (legend: Legend) => void }

type LegendProps = {
  readonly symbol: string
  readonly handle: RefObject<LegendHandle | null>
}

/** Fixed height: values that do not fit are hidden, so that the plot never moves. */
export function ChartLegend({ symbol, handle }: LegendProps) {
  const root = useRef<HTMLDivElement>(null)
  useImperativeHandle(handle, () => ({ paint: (next) => root.current !== null && paintLegend(root.current, next) }))
  return (
    <div className="chart-legend" ref={root}>
      <div translate="no" className="chart-legend-values">
        {LEGEND_FIELDS.map(([field, letter]) => (
          <span key={field}>
            <abbr title={field} className="no-underline">
              {letter}
            </abbr>
            <b data-part={field} />
          </span>
        ))}
        <span data-part="time" />
      </div>
      <SourceAge symbol={symbol} />
    </div>
  )
}

function SourceAge({ symbol }: { readonly symbol: string }) {
  const market = useMarketStatus()
  const element = useRef<HTMLSpanElement>(null)
  const badge = market?.badge
  useEffect(() => {
    const paint = () => element.current !== null && paintAge(element.current, symbol, badge)
    return every(SECOND_MS, paint, { atOnce: true })
  }, [symbol, badge])
  return <span ref={element} className="chart-source" title={market?.detail} />
}

function paintAge(element: HTMLElement, symbol: string, badge: MarketBadge['badge'] | undefined): void {
  const asOf = figuresOf(symbol)?.asOf ?? null
  const age = asOf === null ? null : ageMs(asOf)
  const isStale = badge === 'STALE' || isStalePrice(asOf, symbol)
  element.closest('.chart')?.toggleAttribute('data-stale', isStale)
  element.textContent = `${isStale ? 'STALE' : (badge ?? 'Connecting')}${age === null ? '' : ` · ${ageText(age)} old`}`
}

export const LEGEND_FIELDS = [
  ['open', 'O'],
  ['high', 'H'],
  ['low', 'L'],
  ['close', 'C'],
  ['change', ''],
  ['volume', 'Vol'],
] as const

const LEGEND_PARTS = ['time', ...LEGEND_FIELDS.map(([name]) => name)] as const

type Legend = { readonly bar: Bar | null; readonly before: Bar | null; readonly interval: Interval }

export function paintLegend(root: HTMLElement, { bar, before, interval }: Legend): void {
  if (bar === null) return
  const text = legendText(bar, before, interval)
  root.dataset.painted = ''
  for (const part of root.querySelectorAll<HTMLElement>('[data-part]')) {
    const name = LEGEND_PARTS.find((each) => each === part.dataset.part)
    if (name === undefined) continue
    if (part.textContent !== text[name]) part.textContent = text[name]
    if (name === 'change') part.dataset.tone = text.tone
    if (name === 'time') part.title = text.utc
  }
}
