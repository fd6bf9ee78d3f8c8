import { useEffect, useRef } from 'react'
import { figuresOf, onFigures } from '../../../live/market/quotes.ts'
import type { ChartScale } from './chart-scale.ts'

type LiveMarkerProps = { readonly symbol: string; readonly scale: ChartScale }

/** A line at the newest price, ending in a dot at its moment. Moved by ticks past React, once a frame. */
export function LiveMarker({ symbol, scale }: LiveMarkerProps) {
  const group = useRef<SVGGElement>(null)
  useEffect(() => {
    let frame = 0
    const paint = () => {
      frame = 0
      moveTo(group.current, symbol, scale)
    }
    paint()
    const stop = onFigures((changed) => {
      if (changed === symbol && frame === 0) frame = requestAnimationFrame(paint)
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [symbol, scale])
  return (
    <g ref={group} className="live-price" visibility="hidden">
      <line x1={-scale.width} x2={scale.width} />
      <circle r="3.5" />
    </g>
  )
}

function moveTo(group: SVGGElement | null, symbol: string, scale: ChartScale): void {
  const figures = figuresOf(symbol)
  const { price, asOf } = figures ?? { price: null, asOf: null }
  const isShown = price !== null && asOf !== null && price >= scale.low && price <= scale.high && asOf >= scale.from
  group?.setAttribute('visibility', isShown ? 'visible' : 'hidden')
  if (isShown)
    group?.setAttribute('transform', `translate(${Math.min(scale.width, scale.x(asOf)).toFixed(1)} ${scale.y(price).toFixed(1)})`)
}
