/** Runs in the browser, bundled by chart-golden.spec.ts: the product's chart with its own candles. */
import { ChartEngine } from '../../apps/web/src/areas/chart/engine/chart-engine.ts'

type Bar = { timestamp: number; open: number; high: number; low: number; close: number; volume: number }

const LAST = Date.UTC(2026, 0, 15, 12)
const HOUR = 3_600_000
const nothing = () => undefined

const wave = (count: number): Bar[] =>
  Array.from({ length: count }, (_, i) => {
    const [open, close] = [i, i + 1].map((at) => 100 * (1 + 0.05 * Math.sin(at / 9) + 0.02 * Math.sin(at / 2))) as [number, number]
    return {
      timestamp: LAST - (count - 1 - i) * HOUR,
      open,
      close,
      high: Math.max(open, close) * 1.005,
      low: Math.min(open, close) * 0.995,
      volume: 10 + (i % 7),
    }
  })

const frames = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => requestAnimationFrame(resolve))
}

async function open(width: number) {
  const host = document.createElement('div')
  host.style.cssText = `width: ${width}px; height: 500px; position: relative`
  document.body.replaceChildren(host)
  let setBar: (bar: Bar) => void = nothing
  const engine = new ChartEngine(host, {
    symbol: 'BTC',
    interval: '1h',
    onFeed: nothing,
    onOlderFailed: nothing,
    onBar: nothing,
    onDrawing: nothing,
    onSelect: nothing,
    onEditText: nothing,
    openFeed: ({ onState }) => ({
      loader: {
        getBars: ({ callback }) => {
          callback(wave(400), false)
          onState({ kind: 'ready' })
        },
        subscribeBar: ({ callback }) => {
          setBar = callback
        },
      },
      join: nothing,
      close: nothing,
    }),
  })
  engine.setScale('linear')
  await frames(6)
  return { host, engine, setBar: (bar: Bar) => setBar(bar) }
}

const INDICATORS = [
  { name: 'VOL', parameters: [5, 10, 20] },
  { name: 'EMA', parameters: [6, 12, 20] },
  { name: 'RSI', parameters: [6, 12, 24] },
]
const LEVEL = { id: 'a', price: 101, label: 'Alert above', tone: 'accent' as const }

async function fresh(): Promise<HTMLElement> {
  const { host, engine } = await open(900)
  sameBars(engine)
  engine.setIndicators(INDICATORS)
  engine.setLevels([LEVEL])
  await frames(8)
  return host
}

/** A chart after ticks, pans, a crosshair, a resize, and added and removed parts: no residue may remain. */
async function lived(): Promise<HTMLElement> {
  const { host, engine, setBar } = await open(700)
  const last = wave(400).at(-1)!
  engine.setIndicators([...INDICATORS, { name: 'MACD', parameters: [12, 26, 9] }])
  engine.setLevels([{ ...LEVEL, price: 97 }])
  for (let i = 0; i < 20; i++) {
    const close = last.close * (1 + 0.03 * Math.sin(i))
    setBar({ ...last, close, high: Math.max(last.high, close), low: Math.min(last.low, close) })
    engine.chart.scrollByDistance(i % 2 === 0 ? 137 : -137)
    engine.setCrosshair({ x: 40 + i * 20, y: 30 + i * 5, index: i })
    await frames(1)
  }
  engine.setCrosshair(null)
  engine.setIndicators(INDICATORS)
  engine.setLevels([LEVEL])
  setBar(last)
  host.style.width = '900px'
  await frames(8)
  sameBars(engine)
  await frames(8)
  return host
}

/** A chart chooses its bar width when it opens and keeps it: only that may differ. */
function sameBars({ chart }: ChartEngine): void {
  chart.setBarSpace(10)
  chart.scrollToRealTime()
}

function pixels(host: HTMLElement): { width: number; height: number; data: Uint8ClampedArray } {
  const box = host.getBoundingClientRect()
  const all = document.createElement('canvas')
  all.width = box.width
  all.height = box.height
  const ctx = all.getContext('2d', { willReadFrequently: true })!
  for (const canvas of host.querySelectorAll('canvas')) {
    if (getComputedStyle(canvas).visibility === 'hidden' || canvas.width === 0 || canvas.height === 0) continue
    const at = canvas.getBoundingClientRect()
    ctx.drawImage(canvas, at.left - box.left, at.top - box.top, at.width, at.height)
  }
  const { width, height, data } = ctx.getImageData(0, 0, all.width, all.height)
  return { width, height, data }
}

async function compare(): Promise<{ differing: number; colored: Record<string, number> }> {
  const one = pixels(await fresh())
  const two = pixels(await lived())
  if (one.width !== two.width || one.height !== two.height) return { differing: 1, colored: {} }
  let differing = 0
  const colored = { up: 0, down: 0 }
  for (let i = 0; i < one.data.length; i += 4) {
    if ([0, 1, 2, 3].some((part) => Math.abs(one.data[i + part]! - two.data[i + part]!) > 8)) differing++
    const [red, green] = [two.data[i]!, two.data[i + 1]!]
    if (two.data[i + 3]! > 200 && green > 180 && red < 80) colored.up++
    if (two.data[i + 3]! > 200 && red > 200 && green < 120) colored.down++
  }
  return { differing: differing / (one.data.length / 4), colored }
}

Object.assign(globalThis, { chartStage: { compare } })
