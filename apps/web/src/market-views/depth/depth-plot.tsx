import { shortNumberText } from '@aerie/core/numbers/short-number-text'
import type { BookSnapshot } from '@aerie/wire/market/charts'
import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { textWriter } from '../../lib/text-writer.ts'
import { paintBook } from '../../live/market/book-painter.ts'
import { moveText } from '../forecast/forecast-text.ts'
import { type DepthReading, depthCurve, readDepth } from './depth-curve.ts'
import { depthSides } from './depth-sides.ts'
import { levelTexts } from './level-text.ts'

type DepthPlotProps = { readonly symbol: string; readonly quote: string }

const STEPS = 100

/** How much waits on each side up to each price; the pointer, a finger or the arrow keys read it off. Painted, not rendered. */
export function DepthPlot({ symbol, quote }: DepthPlotProps) {
  const [at, setAt] = useState<number | null>(null)
  const part = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (part.current !== null) return paintBook(symbol, part.current, plotPainter(part.current, { symbol, quote, at }))
  }, [symbol, quote, at])
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    if (width > 0) setAt(Math.max(-1, Math.min(1, (2 * (event.clientX - left)) / width - 1)))
  }
  return (
    <div ref={part} className="depth-plot-part">
      <div className="depth-plot" onPointerMove={point} onPointerDown={point} onPointerLeave={() => setAt(null)}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path data-side="bid" />
          <path data-side="ask" />
          {at !== null && <line x1={50 + at * 50} x2={50 + at * 50} y1="0" y2="100" />}
        </svg>
        <input
          type="range"
          aria-label={`Depth of ${symbol} up to a price`}
          min={-STEPS}
          max={STEPS}
          value={Math.round((at ?? 0) * STEPS)}
          onChange={(event) => setAt(Number(event.target.value) / STEPS)}
          onBlur={() => setAt(null)}
        />
      </div>
      <p className="num h-8 px-3 pt-1 text-11 text-ink-2" />
    </div>
  )
}

type PlotGiven = DepthPlotProps & { readonly at: number | null }

function plotPainter(part: HTMLElement, { symbol, quote, at }: PlotGiven): (snapshot: BookSnapshot) => void {
  const [bids, asks, line, input] = ['[data-side="bid"]', '[data-side="ask"]', 'p', 'input'].map((each) => part.querySelector(each))
  const words = line == null ? null : textWriter(line)
  const textOf = levelTexts()
  return (snapshot) => {
    const sides = depthSides(snapshot, null)
    const curve = depthCurve(sides)
    part.hidden = curve === null
    if (curve === null) return
    bids?.setAttribute('d', curve.bidPath)
    asks?.setAttribute('d', curve.askPath)
    const priceText = textOf([...snapshot.bids, ...snapshot.asks].map(([price]) => price))
    const reading = readingText(readDepth(sides, curve, at ?? 0), curve.middle, { symbol, quote, priceText })
    input?.setAttribute('aria-valuetext', reading)
    words?.put(at === null ? rangeText(curve.middle, curve.reach) : reading)
  }
}

type Words = DepthPlotProps & { readonly priceText: (price: number) => string }

const readingText = ({ side, price, total, cost }: DepthReading, middle: number, { symbol, quote, priceText }: Words): string =>
  `${priceText(price)} (${moveText(price, middle)}): ${shortNumberText(total)} ${symbol} of ${side}s, ${shortNumberText(cost)} ${quote}`

const rangeText = (middle: number, reach: number): string => `Depth within ±${((100 * reach) / middle).toFixed(2)}% of the mid price`
