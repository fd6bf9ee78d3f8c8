import { shortNumberText } from '@aerie/core/short-number-text'
import { type PointerEvent, useState } from 'react'
import { moveText } from '../forecast/forecast-text.ts'
import { type DepthReading, depthCurve, readDepth } from './depth-curve.ts'
import type { DepthSides } from './depth-sides.ts'

type DepthPlotProps = {
  readonly symbol: string
  readonly quote: string
  readonly sides: DepthSides
  readonly priceText: (price: number) => string
}

const STEPS = 100

/** How much waits on each side up to each price; the pointer, a finger or the arrow keys read it off. */
export function DepthPlot({ symbol, quote, sides, priceText }: DepthPlotProps) {
  const [at, setAt] = useState<number | null>(null)
  const curve = depthCurve(sides)
  if (curve === null) return null
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    if (width > 0) setAt(Math.max(-1, Math.min(1, (2 * (event.clientX - left)) / width - 1)))
  }
  const reading = readDepth(sides, curve, at ?? 0)
  const words = readingText(reading, curve.middle, { symbol, quote, priceText })
  return (
    <div className="depth-plot-part">
      <div className="depth-plot" onPointerMove={point} onPointerDown={point} onPointerLeave={() => setAt(null)}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path data-side="bid" d={curve.bidPath} />
          <path data-side="ask" d={curve.askPath} />
          {at !== null && <line x1={50 + at * 50} x2={50 + at * 50} y1="0" y2="100" />}
        </svg>
        <input
          type="range"
          aria-label={`Depth of ${symbol} up to a price`}
          aria-valuetext={words}
          min={-STEPS}
          max={STEPS}
          value={Math.round((at ?? 0) * STEPS)}
          onChange={(event) => setAt(Number(event.target.value) / STEPS)}
          onBlur={() => setAt(null)}
        />
      </div>
      <p className="num h-8 px-3 pt-1 text-11 text-ink-2">{at === null ? rangeText(curve.middle, curve.reach) : words}</p>
    </div>
  )
}

type Words = Pick<DepthPlotProps, 'symbol' | 'quote' | 'priceText'>

const readingText = ({ side, price, total, cost }: DepthReading, middle: number, { symbol, quote, priceText }: Words): string =>
  `${priceText(price)} (${moveText(price, middle)}): ${shortNumberText(total)} ${symbol} of ${side}s, ${shortNumberText(cost)} ${quote}`

const rangeText = (middle: number, reach: number): string => `Depth within ±${((100 * reach) / middle).toFixed(2)}% of the mid price`
