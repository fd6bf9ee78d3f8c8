import { INTERVAL_MS, type Interval } from '@aerie/core/candle'
import { findIndicator, soundParameters } from '@aerie/core/indicators/catalogue'
import type { ChartSettings, Drawing } from '@aerie/wire/charts'
import type { Forecast } from '@aerie/wire/forecasts'
import { type Chart, dispose, init, type Period } from 'klinecharts'
import type { Bar } from './bars.ts'
import { type CandleFeed, candleFeed, type FeedState } from './candle-feed.ts'
import { onColors, readColors } from './chart-colors.ts'
import { chartStyles } from './chart-styles.ts'
import type { CompareSeries } from './compare-series.ts'
import { DrawingLayer } from './drawing-layer.ts'
import { LEVEL_OVERLAY, LEVELS, registerOverlays } from './drawing-overlays.ts'
import { registerIndicators } from './indicator-bridge.ts'
import { axisName, giveExtent, registerPriceAxes, type Scale } from './price-axes.ts'
import type { ChartLevel, ChartTrade } from './price-chart-props.ts'
import { addScene, registerScene, type Scene, sceneExtent } from './scene.ts'

export const PRICE_PANE = 'candle_pane'
/** At most this share of the width is kept free for the fan. */
const FAN_SHARE = 0.4
const RIGHT_MARGIN_PX = 64

const PERIODS: Readonly<Record<Interval, Period>> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
}

export type ChosenIndicator = ChartSettings['indicators'][number]
/** Two of one kind differ by their parameters. */
const indicatorId = ({ name, parameters }: ChosenIndicator): string => `${name}(${parameters.join()})`

export type EngineOptions = {
  readonly symbol: string
  readonly interval: Interval
  /** Decimals of the axis. */
  readonly decimals: number
  readonly onFeed: (state: FeedState) => void
  readonly onOlderFailed: (hasFailed: boolean) => void
  /** The bar under the crosshair, or the newest where there is none; called at each move and each tick. */
  readonly onBar: (bar: Bar | null, before: Bar | null) => void
  readonly onDrawing: (drawing: Drawing) => void
  readonly onSelect: (id: string | null) => void
  readonly onEditText: (drawing: Drawing) => void
  /** Another source of candles than the server's. */
  readonly openFeed?: typeof candleFeed
}

/** One chart on one coin and interval: the library, the feed and the scene behind a few verbs. React holds it and never draws. */
export class ChartEngine {
  readonly chart: Chart
  readonly interval: Interval
  readonly drawings: DrawingLayer
  readonly #host: HTMLElement
  readonly #options: EngineOptions
  readonly #scene: Scene
  readonly #feed: CandleFeed
  readonly #stopColors: () => void
  #shown: readonly ChosenIndicator[] = []

  constructor(host: HTMLElement, options: EngineOptions) {
    registerAll()
    const colors = readColors(host)
    const chart = init(host, { styles: chartStyles(colors), hotkey: { enabled: false }, zoomAnchor: { main: 'cursor', xAxis: 'last_bar' } })
    if (chart === null) throw new Error('The chart has no element to draw in')
    // The library takes the focus with a tab index of 1, before everything else on the page: the element around it has it instead.
    host.querySelector('[tabindex]')?.removeAttribute('tabindex')
    this.chart = chart
    this.interval = options.interval
    this.#host = host
    this.#options = options
    this.#scene = { interval: options.interval, colors, forecast: null, compare: [], trades: [], watermark: null }
    this.drawings = new DrawingLayer(chart, options)
    this.#feed = (options.openFeed ?? candleFeed)({ ...options, onState: (state) => this.#onFeed(state) })
    this.#stopColors = onColors(() => this.#recolor())
    this.#start(options)
  }

  #start({ symbol, decimals }: EngineOptions): void {
    const { chart } = this
    chart.setSymbol({ ticker: symbol, pricePrecision: decimals, volumePrecision: 2 })
    chart.setPeriod(PERIODS[this.interval])
    addScene(chart, this.#scene)
    giveExtent(chart, () => sceneExtent(chart, this.#scene))
    chart.setOffsetRightDistance(RIGHT_MARGIN_PX)
    chart.subscribeAction('onCrosshairChange', (at) => this.#tell((at as { dataIndex?: number } | undefined)?.dataIndex))
    this.#feed.join(chart)
    const { subscribeBar } = this.#feed.loader
    chart.setDataLoader({
      ...this.#feed.loader,
      subscribeBar: (given) =>
        subscribeBar?.({
          ...given,
          callback: (bar) => {
            given.callback(bar)
            this.#tell(undefined)
          },
        }),
    })
  }

  #onFeed(state: FeedState): void {
    this.#options.onFeed(state)
    if (state.kind === 'ready') this.#tell(undefined)
  }

  #tell(index: number | undefined): void {
    const bars = this.chart.getDataList()
    const at = index ?? bars.length - 1
    this.#options.onBar(bars[at] ?? null, bars[at - 1] ?? null)
  }

  #recolor(): void {
    this.#scene.colors = readColors(this.#host)
    this.chart.setStyles(chartStyles(this.#scene.colors))
  }

  get colors() {
    return this.#scene.colors
  }

  setScale(scale: Scale): void {
    this.chart.overrideYAxis({ paneId: PRICE_PANE, name: axisName(scale) })
  }

  /** Puts indicators on and off until those of `wanted` are there, and leaves the others untouched. */
  setIndicators(wanted: readonly ChosenIndicator[]): void {
    const keep = new Set(wanted.map(indicatorId))
    const there = new Set(this.#shown.map(indicatorId))
    for (const id of there) if (!keep.has(id)) this.chart.removeIndicator({ id })
    for (const chosen of wanted) if (!there.has(indicatorId(chosen))) this.#addIndicator(chosen)
    this.#shown = wanted
  }

  #addIndicator(chosen: ChosenIndicator): void {
    const indicator = findIndicator(chosen.name)
    if (indicator === undefined) return
    const id = indicatorId(chosen)
    const paneId = indicator.isOnPrice ? PRICE_PANE : `pane_${id}`
    this.chart.createIndicator(
      { name: chosen.name, id, calcParams: soundParameters(indicator, chosen.parameters), paneId },
      indicator.isOnPrice,
    )
    if (!indicator.isOnPrice) this.chart.setPaneOptions({ id: paneId, height: chosen.name === 'VOL' ? 72 : 96, minHeight: 40 })
  }

  /** Draws the fan, and keeps the space to the right that it needs. */
  setForecast(forecast: Forecast | null): void {
    this.#scene.forecast = forecast
    const last = this.chart.getDataList().at(-1)
    const end = forecast === null ? 0 : forecast.issued_at + forecast.hours * INTERVAL_MS['1h']
    const bars = last === undefined ? 0 : Math.max(0, (end - last.timestamp) / INTERVAL_MS[this.interval])
    const width = this.chart.getSize(PRICE_PANE, 'main')?.width ?? 0
    const needed = bars * this.chart.getBarSpace().bar
    this.chart.setMaxOffsetRightDistance(Math.max(RIGHT_MARGIN_PX, needed + RIGHT_MARGIN_PX))
    this.chart.setOffsetRightDistance(Math.max(RIGHT_MARGIN_PX, Math.min(needed + 12, width * FAN_SHARE)))
    this.redraw()
  }

  setCompare(compare: readonly CompareSeries[]): void {
    this.#scene.compare = compare
    this.redraw()
  }

  setTrades(trades: readonly ChartTrade[]): void {
    this.#scene.trades = trades
    this.redraw()
  }

  setWatermark(text: string | null): void {
    if (this.#scene.watermark === text) return
    this.#scene.watermark = text
    this.redraw()
  }

  setLevels(levels: readonly ChartLevel[]): void {
    const { colors } = this.#scene
    this.chart.removeOverlay({ groupId: LEVELS })
    for (const { id, price, label, tone, onMove } of levels) {
      this.chart.createOverlay({
        name: LEVEL_OVERLAY,
        id: `level_${id}`,
        groupId: LEVELS,
        points: [{ value: price }],
        lock: onMove === undefined,
        extendData: { label, color: colors[tone] },
        onRightClick: (event) => event.preventDefault?.(),
        onPressedMoveEnd: ({ overlay }) => {
          const moved = overlay.points[0]?.value
          if (moved !== undefined && moved > 0) onMove?.(moved)
        },
      })
    }
  }

  /** Lays the panes out and draws them again; the library has no other way to say that the scene is another. */
  redraw(): void {
    this.chart.resize()
  }

  close(): void {
    this.#stopColors()
    this.#feed.close()
    dispose(this.#host)
  }
}

function registerAll(): void {
  registerIndicators()
  registerPriceAxes()
  registerOverlays()
  registerScene()
}
