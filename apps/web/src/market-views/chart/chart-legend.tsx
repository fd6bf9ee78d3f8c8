import { SECOND_MS } from '@aerie/core/time'
import { X } from 'lucide-react'
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import { ageText } from '../../live/age-text.ts'
import { ageMs, isStalePrice, type MarketBadge, useMarketStatus } from '../../live/market-status.ts'
import { figuresOf } from '../../live/quotes.ts'
import type { Bar } from './bars.ts'
import { legendText } from './chart-words.ts'

/** Paints a bar into the legend; React is not asked. */
export type LegendHandle = { readonly paint: (bar: Bar | null, before: Bar | null) => void }

const FIELDS = [
  ['open', 'O'],
  ['high', 'H'],
  ['low', 'L'],
  ['close', 'C'],
  ['volume', 'Vol'],
] as const

type LegendProps = {
  readonly symbol: string
  readonly handle: RefObject<LegendHandle | null>
  readonly compared: readonly string[]
  readonly onRemoveCompared: (symbol: string) => void
}

/** Values of the candle under the crosshair, the compared coins, and where the prices come from and how old they are. */
export function ChartLegend({ symbol, handle, compared, onRemoveCompared }: LegendProps) {
  const root = useRef<HTMLDivElement>(null)
  useImperativeHandle(handle, () => ({ paint: (bar, before) => root.current !== null && paintLegend(root.current, bar, before) }))
  return (
    <div className="chart-legend" ref={root}>
      <span data-part="time" />
      {FIELDS.map(([field, letter]) => (
        <span key={field}>
          <abbr title={field} className="no-underline">
            {letter}
          </abbr>{' '}
          <b data-part={field} />
        </span>
      ))}
      <span data-part="change" />
      {compared.map((other, place) => (
        <span key={other} className="chart-compared">
          <i data-line={place + 1} aria-hidden="true" />
          {other}
          <button type="button" aria-label={`Stop comparing ${other}`} onClick={() => onRemoveCompared(other)}>
            <X size={12} aria-hidden="true" />
          </button>
        </span>
      ))}
      <SourceAge symbol={symbol} />
    </div>
  )
}

function paintLegend(root: HTMLElement, bar: Bar | null, before: Bar | null): void {
  if (bar === null) return
  const text = legendText(bar, before)
  for (const part of root.querySelectorAll<HTMLElement>('[data-part]')) {
    const name = part.dataset.part as 'time' | 'change' | (typeof FIELDS)[number][0] // written a few lines above
    if (part.textContent !== text[name]) part.textContent = text[name]
    if (name === 'change') part.dataset.tone = text.tone
    if (name === 'time') part.title = text.utc
  }
}

/** Where the newest price comes from and its age; marks the chart around it when that is too old. */
function SourceAge({ symbol }: { readonly symbol: string }) {
  const market = useMarketStatus()
  const element = useRef<HTMLSpanElement>(null)
  const badge = market?.badge
  useEffect(() => {
    const paint = () => element.current !== null && paintAge(element.current, symbol, badge)
    paint()
    const timer = setInterval(paint, SECOND_MS)
    return () => clearInterval(timer)
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
