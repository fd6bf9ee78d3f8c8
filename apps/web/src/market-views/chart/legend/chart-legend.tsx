import { SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import { ageText } from '../../../live/market/age-text.ts'
import { ageMs, isStalePrice, type MarketBadge, useMarketStatus } from '../../../live/market/market-status.ts'
import { figuresOf } from '../../../live/market/quotes.ts'
import { LEGEND_FIELDS, type Legend, paintLegend } from './legend-paint.ts'

/** Paints a bar into the legend; React is not asked. */
export type LegendHandle = { readonly paint: (legend: Legend) => void }

type LegendProps = {
  readonly symbol: string
  readonly handle: RefObject<LegendHandle | null>
}

/**
 * Values of the candle under the crosshair, and where the prices come from and how old they are. Its height is fixed: a value that
 * has no room is not there, and never moves the plot.
 */
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

/** Where the newest price comes from and its age; marks the chart around it when that is too old. */
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
  const isStale = badge === 'STALE' || isStalePrice(asOf)
  element.closest('.chart')?.toggleAttribute('data-stale', isStale)
  element.textContent = `${isStale ? 'STALE' : (badge ?? 'Connecting')}${age === null ? '' : ` · ${ageText(age)} old`}`
}
