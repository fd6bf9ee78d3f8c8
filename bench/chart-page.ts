/** Runs in the browser, bundled by chart.bench.ts: the product's chart, and plain canvas drawing the same visible content. */
import { ChartEngine } from '../apps/web/src/areas/chart/engine/chart-engine.ts'
import { LEGEND_FIELDS, paintLegend } from '../apps/web/src/areas/chart/legend/chart-legend.tsx'
import { BAR_PX, fanOf, measureFrames, PlainChart, walkBars } from './chart-plain.ts'

type Bar = ReturnType<typeof walkBars>[number]
type Runner = { readonly tick: (step: number) => void; readonly pan: (step: number) => void }

const host = (): HTMLElement => {
  document.body.replaceChildren()
  const element = document.createElement('div')
  element.className = 'host'
  document.body.append(element)
  return element
}

const legendOver = (chart: HTMLElement): HTMLElement => {
  const legend = document.createElement('div')
  legend.className = 'chart-legend'
  for (const name of [...LEGEND_FIELDS.map(([field]) => field), 'time']) {
    const part = document.createElement('span')
    part.dataset.part = name
    legend.append(part)
  }
  chart.before(legend)
  return legend
}

const moved = (last: Bar, step: number): Bar => {
  const close = last.open * (1 + 0.002 * Math.sin(step))
  return { ...last, close, high: Math.max(last.high, close), low: Math.min(last.low, close) }
}

let runner: Runner | undefined

type Load = { readonly first: number; readonly whole: number }

async function loadOurs(count: number): Promise<Load> {
  const bars = walkBars(count)
  const element = host()
  const legend = legendOver(element)
  const began = performance.now()
  let setBar: ((bar: Bar) => void) | undefined
  const nothing = () => undefined
  const engine = new ChartEngine(element, {
    symbol: 'BTC',
    interval: '1h',
    // The same bar width as the plain canvas, so that both draw the same number of bars.
    view: { barSpace: BAR_PX, bars: 100, until: null },
    onFeed: nothing,
    onOlderFailed: nothing,
    onBar: (bar, before) => paintLegend(legend, { bar, before, interval: '1h' }),
    onDrawing: nothing,
    onSelect: nothing,
    onEditText: nothing,
    openFeed: ({ onState }) => ({
      loader: {
        getBars: ({ callback }) => {
          callback(bars, false)
          onState({ kind: 'ready' })
        },
        subscribeBar: ({ callback }) => {
          setBar = (bar) => callback(bar)
        },
      },
      join: nothing,
      close: nothing,
    }),
  })
  engine.setScale('linear')
  engine.setIndicators([
    { name: 'VOL', parameters: [] },
    { name: 'EMA', parameters: [6, 12, 20] },
    { name: 'BOLL', parameters: [20, 2] },
    { name: 'RSI', parameters: [6, 12, 24] },
  ])
  engine.setForecast(fanOf(bars.at(-1)!))
  await measureFrames(2, nothing)
  runner = {
    tick: (step) => setBar?.(moved(bars.at(-1)!, step)),
    pan: (step) => engine.chart.scrollByDistance(step % 120 < 60 ? 7 : -7),
  }
  const first = performance.now() - began
  const isWhole = () =>
    engine.chart.getIndicators().every(({ result }) => result.length === 0 || Object.keys(result.at(-1) ?? {}).length > 0)
  while (!isWhole()) await measureFrames(1, nothing)
  return { first, whole: performance.now() - began }
}

async function loadPlain(count: number): Promise<Load> {
  const bars = walkBars(count)
  const element = host()
  const began = performance.now()
  const plain = new PlainChart(element, bars)
  await measureFrames(2, () => undefined)
  runner = {
    tick: (step) => plain.setBar(moved(bars.at(-1)!, step)),
    pan: (step) => plain.scroll(step % 120 < 60 ? 7 : -7),
  }
  const first = performance.now() - began
  return { first, whole: first }
}

const run = (work: keyof Runner, frames: number): Promise<number[]> => measureFrames(frames, (step) => runner?.[work](step))

Object.assign(globalThis, { chartBench: { loadOurs, loadPlain, run } })
