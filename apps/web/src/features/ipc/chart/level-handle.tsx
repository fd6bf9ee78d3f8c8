import { chanceAbove } from '@aerie/forecast/price-probability'
import type { Forecast } from '@aerie/wire/market/forecasts'
import type { KeyboardEvent, PointerEvent } from 'react'
import { horizonPrices } from '../../../market-views/forecast/fan-bands.ts'
import { chanceText, priceText } from '../../../market-views/forecast/forecast-text.ts'
import { setLevel, useLevel } from '../level-store.ts'
import { type ChartScale, niceStep, snapToStep } from './chart-scale.ts'

type LevelHandleProps = { readonly forecast: Forecast; readonly scale: ChartScale }

/** Keys move the level by a two-hundredth of the height, ten times that with Shift or by pages. */
const STEPS = 200
const LARGE = 10

/** The level as a line across the chart that mouse, finger and arrow keys move. */
export function LevelHandle({ forecast, scale }: LevelHandleProps) {
  const level = useLevel((state) => state.level) ?? forecast.anchor
  const step = niceStep(scale.high - scale.low, STEPS)
  const chance = chanceText(chanceAbove(horizonPrices(forecast), level))
  const shown = Math.min(scale.high, Math.max(scale.low, level))
  const onKeyDown = (event: KeyboardEvent) => {
    const next = levelAfter(event, level, step, scale)
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    setLevel(next)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.focus({ preventScroll: true })
    event.preventDefault()
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const top = event.currentTarget.parentElement?.getBoundingClientRect().top ?? 0
    const y = Math.min(scale.height, Math.max(0, event.clientY - top))
    setLevel(snapToStep(scale.priceAt(y), step))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Price level"
      aria-orientation="vertical"
      aria-valuemin={scale.low}
      aria-valuemax={scale.high}
      aria-valuenow={shown}
      aria-valuetext={`${priceText(level, forecast.quote)}: ${chance} chance to end above`}
      data-no-select=""
      className="level-handle"
      style={{ transform: `translateY(${scale.y(shown).toFixed(1)}px)`, width: scale.width }}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
    >
      <span className="level-tag num" aria-hidden="true">
        {level > scale.high && '▲ '}
        {level < scale.low && '▼ '}
        <span translate="no">{`${priceText(level, forecast.quote)} · ${chance}`}</span> above
      </span>
    </div>
  )
}

/** Where a key moves the level; null for keys that move nothing. */
export function levelAfter(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  level: number,
  step: number,
  { low, high }: Pick<ChartScale, 'low' | 'high'>,
): number | null {
  const by = (steps: number) => Math.max(step, snapToStep(level + steps * step, step))
  const arrow = shiftKey ? LARGE : 1
  switch (key) {
    case 'ArrowUp':
    case 'ArrowRight':
      return by(arrow)
    case 'ArrowDown':
    case 'ArrowLeft':
      return by(-arrow)
    case 'PageUp':
      return by(LARGE)
    case 'PageDown':
      return by(-LARGE)
    case 'Home':
      return snapToStep(low, step)
    case 'End':
      return snapToStep(high, step)
    default:
      return null
  }
}
