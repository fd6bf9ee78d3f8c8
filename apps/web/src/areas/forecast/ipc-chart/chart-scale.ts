import { HOUR_MS } from '@aerie/core/time'

/** CSS pixels from the upper left corner of the plot. */
export type ChartScale = {
  readonly from: number
  readonly to: number
  readonly low: number
  readonly high: number
  readonly width: number
  readonly height: number
  readonly x: (time: number) => number
  readonly y: (price: number) => number
  readonly timeAt: (x: number) => number
  readonly priceAt: (y: number) => number
}

type Extent = Pick<ChartScale, 'from' | 'to' | 'low' | 'high' | 'width' | 'height'>

export function chartScale({ from, to, low, high, width, height }: Extent): ChartScale {
  const perMs = width / (to - from)
  const perPrice = height / (high - low)
  return {
    from,
    to,
    low,
    high,
    width,
    height,
    x: (time) => (time - from) * perMs,
    y: (price) => (high - price) * perPrice,
    timeAt: (x) => from + x / perMs,
    priceAt: (y) => high - y / perPrice,
  }
}

/** Vertical padding, as a share of the height. */
const AIR = 0.06

/** Range of `prices` with padding; includes the level unless it is further away than the range is high. */
export function priceRange(prices: readonly number[], level: number | null): { readonly low: number; readonly high: number } {
  let low = Math.min(...prices)
  let high = Math.max(...prices)
  const span = Math.max(high - low, high * 1e-6)
  if (level !== null && level > low - span && level < high + span) {
    low = Math.min(low, level)
    high = Math.max(high, level)
  }
  const air = Math.max(high - low, high * 1e-6) * AIR
  return { low: Math.max(low - air, low / 2), high: high + air }
}

/** Largest 1, 2 or 5 × 10ⁿ that divides `span` into at least `count` steps. */
export function niceStep(span: number, count: number): number {
  const raw = span / count
  const power = 10 ** Math.floor(Math.log10(raw))
  const share = raw / power
  return power * (share >= 5 ? 5 : share >= 2 ? 2 : 1)
}

/** Rounds to a multiple of `step`, without floating-point noise. */
export function snapToStep(price: number, step: number): number {
  const digits = Math.max(0, Math.ceil(-Math.log10(step)))
  return Number((Math.round(price / step) * step).toFixed(Math.min(digits, 12)))
}

export function priceTicks({ low, high, height }: Pick<ChartScale, 'low' | 'high' | 'height'>): number[] {
  const step = niceStep(high - low, Math.max(2, Math.floor(height / 90)))
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => snapToStep((first + index) * step, step))
}

const HOUR_STEPS = [1, 2, 3, 6, 12, 24]

/** Whole hours in the user's zone, at least `spacing` pixels apart. */
export function timeTicks({ from, to, width }: Pick<ChartScale, 'from' | 'to' | 'width'>, spacing = 80): number[] {
  const perHour = (width / (to - from)) * HOUR_MS
  const step = (HOUR_STEPS.find((hours) => hours * perHour >= spacing) ?? 24) * HOUR_MS
  const zone = -new Date(from).getTimezoneOffset() * 60_000
  const first = Math.ceil((from + zone) / step) * step - zone
  const ticks: number[] = []
  for (let time = first; time <= to; time += step) ticks.push(time)
  return ticks
}
