import { QUANTILE_LEVELS } from '@aerie/forecast/quantile-levels'
import type { Forecast } from '@aerie/wire/market/forecasts'

type Bar = { timestamp: number; open: number; high: number; low: number; close: number; volume: number }
type Line = { readonly values: readonly number[]; readonly color: string; readonly pane: 'price' | 'rsi' }

export function walkBars(count: number): Bar[] {
  let seed = 7
  const random = () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
    return seed / 2 ** 32
  }
  let price = 50_000
  return Array.from({ length: count }, (_, i) => {
    const open = price
    price *= 1 + (random() - 0.5) * 0.01
    const [top, bottom] = [Math.max(open, price), Math.min(open, price)]
    return { timestamp: i * 3_600_000, open, high: top * 1.002, low: bottom * 0.998, close: price, volume: 10 + random() * 90 }
  })
}

export const fanOf = (bar: Bar): Forecast => ({
  symbol: 'BTC',
  issued_at: bar.timestamp + 3_600_000,
  hours: 24,
  anchor: bar.close,
  quantiles: [],
  path: Array.from({ length: 24 }, (_, h) => [
    h + 1,
    QUANTILE_LEVELS.map((level) => bar.close * (1 + (level - 0.5) * 0.02 * Math.sqrt(h + 1))),
  ]),
  model: 'bench',
  source: 'sim',
  quote: 'USD',
  candles: 1000,
})

/** Calls `work` once between two animation frames, like pointer or socket input; returns the milliseconds between frames. */
export const measureFrames = (frames: number, work: (step: number) => void): Promise<number[]> =>
  new Promise((resolve) => {
    const times: number[] = []
    let step = 0
    let before = performance.now()
    const next = (now: number) => {
      times.push(now - before)
      before = now
      if (step === frames) return resolve(times.slice(1))
      setTimeout(() => {
        work(step++)
        requestAnimationFrame(next)
      })
    }
    requestAnimationFrame(next)
  })

const AXIS_PX = 64
export const BAR_PX = 10
const FUTURE_BARS = 26

/** Hand-drawn baseline: grid, axes, candles, volume, three indicators (seven lines) and a fan, all redrawn on each change. */
export class PlainChart {
  readonly #bars: Bar[]
  readonly #ctx: CanvasRenderingContext2D
  readonly #lines: readonly Line[]
  readonly #fan: Forecast
  readonly #width: number
  readonly #height: number
  #offset = 0
  #isAsked = false

  constructor(host: HTMLElement, bars: Bar[]) {
    const canvas = document.createElement('canvas')
    this.#width = canvas.width = host.clientWidth
    this.#height = canvas.height = host.clientHeight
    host.append(canvas)
    this.#bars = bars
    this.#ctx = canvas.getContext('2d')!
    this.#fan = fanOf(bars.at(-1)!)
    this.#lines = [
      ...[6, 12, 20].map((length) => ({ values: smooth(bars, length), color: '#e3b341', pane: 'price' as const })),
      ...[-400, 0, 400].map((shift) => ({
        values: smooth(bars, 20).map((value) => value + shift),
        color: '#6cb4ff',
        pane: 'price' as const,
      })),
      { values: bars.map((_, i) => 50 + 30 * Math.sin(i / 9)), color: '#f0a048', pane: 'rsi' as const },
    ]
    this.#draw()
  }

  setBar(bar: Bar): void {
    this.#bars[this.#bars.length - 1] = bar
    this.#ask()
  }

  scroll(px: number): void {
    this.#offset = Math.max(0, this.#offset + px)
    this.#ask()
  }

  #ask(): void {
    if (this.#isAsked) return
    this.#isAsked = true
    requestAnimationFrame(() => {
      this.#isAsked = false
      this.#draw()
    })
  }

  #draw(): void {
    const ctx = this.#ctx
    const width = this.#width - AXIS_PX
    const last = this.#bars.length - 1 + FUTURE_BARS - this.#offset / BAR_PX
    const first = Math.max(0, Math.floor(last - width / BAR_PX))
    const end = Math.min(this.#bars.length, Math.ceil(last) + 1)
    const x = (index: number) => width - (last - index) * BAR_PX
    const [low, high] = this.#range(first, end)
    const priceHeight = this.#height - 190
    const y = (price: number) => ((high - price) / (high - low)) * priceHeight
    ctx.fillStyle = '#11151a'
    ctx.fillRect(0, 0, this.#width, this.#height)
    this.#drawGrid(low, high, y)
    this.#drawFan(x, y)
    this.#drawBars({ first, end, x, y })
    for (const line of this.#lines) this.#drawLine(line, { first, end, x, y: line.pane === 'price' ? y : (value) => this.#height - value })
  }

  #range(first: number, end: number): [number, number] {
    let [low, high] = [this.#fan.path.at(-1)![1][0]!, this.#fan.path.at(-1)![1].at(-1)!]
    for (let i = first; i < end; i++) {
      low = Math.min(low, this.#bars[i]!.low)
      high = Math.max(high, this.#bars[i]!.high)
    }
    return [low, high]
  }

  #drawGrid(low: number, high: number, y: (price: number) => number): void {
    const ctx = this.#ctx
    ctx.strokeStyle = '#232a32'
    ctx.fillStyle = '#8a949f'
    ctx.font = '11px sans-serif'
    ctx.beginPath()
    for (let i = 0; i <= 8; i++) {
      const price = low + ((high - low) * i) / 8
      ctx.moveTo(0, y(price))
      ctx.lineTo(this.#width - AXIS_PX, y(price))
      ctx.fillText(price.toFixed(2), this.#width - AXIS_PX + 6, y(price))
      const at = (this.#width * i) / 8
      ctx.moveTo(at, 0)
      ctx.lineTo(at, this.#height)
      ctx.fillText(new Date(i * 3_600_000).toISOString().slice(5, 16), at, this.#height - 4)
    }
    ctx.stroke()
  }

  #drawFan(x: (index: number) => number, y: (price: number) => number): void {
    const ctx = this.#ctx
    const last = this.#bars.length - 1
    for (const edge of [0, 2, 5]) {
      ctx.beginPath()
      ctx.moveTo(x(last), y(this.#fan.anchor))
      for (const [hours, prices] of this.#fan.path) ctx.lineTo(x(last + hours), y(prices[edge]!))
      for (const [hours, prices] of this.#fan.path.toReversed()) ctx.lineTo(x(last + hours), y(prices[20 - edge]!))
      ctx.fillStyle = 'rgba(14, 124, 134, 0.22)'
      ctx.fill()
    }
  }

  #drawBars({ first, end, x, y }: { first: number; end: number; x: (index: number) => number; y: (price: number) => number }): void {
    const ctx = this.#ctx
    for (let i = first; i < end; i++) {
      const { open, high, low, close, volume } = this.#bars[i]!
      ctx.fillStyle = close >= open ? '#2ccc98' : '#ff5c6c'
      ctx.fillRect(x(i), y(high), 1, y(low) - y(high))
      ctx.fillRect(x(i) - 3, y(Math.max(open, close)), 7, Math.max(1, Math.abs(y(open) - y(close))))
      ctx.fillRect(x(i) - 3, this.#height - 120 - volume / 2, 7, volume / 2)
    }
  }

  #drawLine(
    { values, color }: Line,
    { first, end, x, y }: { first: number; end: number; x: (index: number) => number; y: (value: number) => number },
  ): void {
    const ctx = this.#ctx
    ctx.strokeStyle = color
    ctx.beginPath()
    for (let i = first; i < end; i++) ctx.lineTo(x(i), y(values[i]!))
    ctx.stroke()
  }
}

function smooth(bars: readonly Bar[], length: number): number[] {
  let value = bars[0]!.close
  return bars.map(({ close }) => {
    value += (2 / (length + 1)) * (close - value)
    return value
  })
}
