import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import { percentText } from '@aerie/core/numbers/number-text'
import { listenerSet } from '@aerie/runtime/listener-set'
import type { Forecast } from '@aerie/wire/market/forecasts'
import { type Chart, type Coordinate, type Crosshair, dispose } from 'klinecharts'
import type { LinkedPoint } from '../../../platform/mirror/views/shared-view.ts'
import { fitAxes, fitWidth } from '../axes/fit-axes.ts'
import { priceAxis, type Scale, setExtentSource } from '../axes/price-axes.ts'
import { type CandleFeed, candleFeed, type FeedState } from '../bars/candle-feed.ts'
import type { ChartType } from '../bars/price-series.ts'
import { shownBars } from '../bars/shown-bars.ts'
import type { CompareSeries } from '../compare/compare-series.ts'
import type { MarketPoint } from '../drawings/drawing-kinds.ts'
import { DrawingLayer } from '../drawings/drawing-layer.ts'
import { LevelLines } from '../drawings/price-marks.ts'
import { onRowsComputed } from '../indicators/indicator-rows.ts'
import { IndicatorSet } from '../indicators/indicator-set.ts'
import type { ChosenIndicator } from '../indicators/line-looks.ts'
import { AVERAGES_NOTE, DASH, type LegendOf, PaneLegends } from '../indicators/pane-legends.ts'
import { comparedColor, onColors, readColors } from '../view/chart-colors.ts'
import { KEPT_DECIMALS } from '../view/chart-formats.ts'
import { chartStyles } from '../view/chart-styles.ts'
import { applyView, type ChartView, readView, viewSince } from '../view/chart-view.ts'
import { openChart, openingBarSpace, PERIODS, showPeriod } from './chart-library.ts'
import { type EngineOptions, PRICE_PANE, TIME_PANE } from './engine-options.ts'
import type { ChartLevel, ChartTrade } from './price-chart-props.ts'
import { addScene, indexUntil, type Scene, sceneExtent, tradesWithin } from './scene.ts'
import { skipUnchangedFrames } from './skip-unchanged-frames.ts'

const comparedLegends = (chart: Chart, compared: readonly CompareSeries[], onRemove: (symbol: string) => void): LegendOf[] =>
  compared.map((series, place) => ({
    id: `compared ${series.symbol}`,
    paneId: PRICE_PANE,
    title: series.symbol,
    name: series.symbol,
    figures: [{ key: 'change', title: null, color: comparedColor(place) }],
    read: (index) => comparedText(chart, series, index),
    onRemove: () => onRemove(series.symbol),
  }))

function comparedText(chart: Chart, { closes }: Pick<CompareSeries, 'closes'>, index: number): string {
  const bars = chart.getDataList()
  const { from, to } = shownBars(chart)
  const base = bars.slice(from, to).flatMap(({ timestamp }) => closes.get(timestamp) ?? [])[0]
  const close = closes.get(bars[index]?.timestamp ?? Number.NaN)
  return base === undefined || close === undefined ? DASH : percentText((close / base - 1) * 100)
}

/** Maximum share of the width kept free for the forecast fan. */
const FAN_SHARE = 0.2
const RIGHT_MARGIN_PX = 64

/** One chart of one coin: wraps the library, the feed and the scene. React holds it but never draws. */
export class ChartEngine {
  readonly chart: Chart
  readonly drawings: DrawingLayer
  readonly #host: HTMLElement
  readonly #options: EngineOptions
  readonly #scene: Scene
  #interval: Interval
  #feed: CandleFeed
  /** The loaded bars belong to another timeframe than the current one. */
  #isOther = false
  readonly #indicators: IndicatorSet
  readonly #legends: PaneLegends
  readonly #lines: LevelLines
  readonly #stops: ReadonlyArray<() => void>
  #view: ChartView | null
  #levels: readonly ChartLevel[] = []
  readonly #crosshairs = listenerSet<[at: LinkedPoint | null]>()
  #pointed: number | null = null
  readonly #life = new AbortController()
  #frame = 0
  #fitting = 0

  constructor(host: HTMLElement, options: EngineOptions) {
    const { interval, view = null } = options
    const colors = readColors(host)
    const chart = openChart(host, colors, interval)
    this.chart = chart
    this.#interval = interval
    this.#host = host
    this.#options = options
    this.#view = view
    this.#scene = { interval, type: 'candles', colors, forecast: null, compare: [], trades: [], watermark: null }
    this.#indicators = new IndicatorSet(chart)
    this.#legends = new PaneLegends(chart, options.onLegend !== undefined)
    this.#lines = new LevelLines(chart)
    this.drawings = new DrawingLayer(chart, options, () => this.#scene.colors)
    this.#feed = this.#openFeed()
    this.#stops = [onColors(() => this.#recolor()), onRowsComputed((list) => list === chart.getDataList() && this.redraw())]
    this.#start()
  }

  #start(): void {
    const { chart } = this
    const { symbol, view } = this.#options
    chart.setSymbol({ ticker: symbol, pricePrecision: KEPT_DECIMALS, volumePrecision: 2 })
    chart.setPeriod(PERIODS[this.#interval])
    if (view != null) chart.setBarSpace(view.barSpace)
    addScene(chart, this.#scene)
    setExtentSource(chart, () => {
      this.#fitSoon()
      // Their percentages are relative to the first visible candle.
      if (this.#scene.compare.length > 0) this.#notifySoon()
      return sceneExtent(chart, this.#scene)
    })
    chart.setOffsetRightDistance(RIGHT_MARGIN_PX)
    chart.subscribeAction('onCrosshairChange', (at) => {
      const { x, y, paneId } = (at ?? {}) as Partial<Crosshair>
      const index = x === undefined ? null : this.#indexAt(x)
      this.pointAt(index)
      this.#lines.pointAt(paneId === PRICE_PANE ? (y ?? null) : null)
      this.#notifyOfCrosshair(index, paneId === PRICE_PANE ? y : undefined)
    })
    const { signal } = this.#life
    this.#host.addEventListener('pointerleave', () => this.#leave(), { signal })
    // Over an axis the library hides its crosshair without notifying.
    const leaveOverAxis = ({ clientX }: PointerEvent) => {
      const width = chart.getSize(PRICE_PANE, 'main')?.width ?? 0
      if (this.#pointed !== null && clientX - this.#host.getBoundingClientRect().left > width) this.#leave()
    }
    this.#host.addEventListener('pointermove', leaveOverAxis, { signal })
    chart.setDataLoader(this.#loader())
    this.#skipUnchangedFrames()
  }

  #openFeed(): CandleFeed {
    const { openFeed = candleFeed, ...options } = this.#options
    const feed = openFeed({
      ...options,
      interval: this.#interval,
      since: this.#view && viewSince(this.#view, this.#interval),
      onState: (state) => this.#onFeed(state),
    })
    feed.join(this.chart)
    return feed
  }

  #loader(): CandleFeed['loader'] {
    return {
      getBars: (request) => {
        // Otherwise queries before the new candles arrive would read the old ones.
        if (this.#isOther) request.callback([], false)
        this.#isOther = false
        return this.#feed.loader.getBars(request)
      },
      subscribeBar: (given) =>
        this.#feed.loader.subscribeBar?.({
          ...given,
          callback: (bar) => {
            given.callback(bar)
            this.#notifySoon()
          },
        }),
      unsubscribeBar: (given) => this.#feed.loader.unsubscribeBar?.(given),
    }
  }

  get interval(): Interval {
    return this.#interval
  }

  /** Switches the timeframe but keeps the visible period. Reuses the canvases, which are most of the cost of a new chart. */
  showInterval(interval: Interval): void {
    if (interval === this.#interval || this.isClosed) return
    this.#view = this.view ?? this.#view
    this.#feed.close()
    this.paintCrosshair(null)
    this.#interval = interval
    this.#scene.interval = interval
    this.#isOther = true
    this.#feed = this.#openFeed()
    showPeriod(this.chart, interval)
  }

  reload(): void {
    if (this.isClosed) return
    this.#options.onFeed({ kind: 'loading' })
    this.chart.resetData()
  }

  #onFeed(state: FeedState): void {
    // Before the candles are painted: an axis that grows afterwards moves the plot.
    if (state.kind === 'ready') fitWidth(this.chart)
    this.#options.onFeed(state)
    if (state.kind !== 'ready') return
    // Only once: when the feed restarts later, the chart has its own view.
    if (this.#view !== null) applyView(this.chart, this.#view)
    this.#view = null
    this.#notifySoon()
  }

  #leave(): void {
    this.pointAt(null)
    this.#lines.pointAt(null)
    this.#notifyOfCrosshair(null)
  }

  #notifyOfCrosshair(index: number | null, y?: number): void {
    if (this.#crosshairs.size() === 0) return
    const time = index === null ? undefined : this.chart.getDataList()[index]?.timestamp
    // Without candles the crosshair is on nothing; do not clear that of linked charts.
    if (index !== null && time === undefined) return
    const [{ value } = {}] = y === undefined ? [] : [this.chart.convertFromPixel([{ y }], { paneId: PRICE_PANE })].flat()
    this.#crosshairs.emit(time === undefined ? null : { time, price: value ?? null })
  }

  readonly onCrosshair = this.#crosshairs.subscribe

  /** Puts the crosshair on the bar at `index` (null: the newest) of the price pane; null hides it. */
  setCrosshair(at: (Coordinate & { readonly index: number | null }) | null): void {
    this.#lines.pointAt(at?.y ?? null)
    this.paintCrosshair(at)
    this.#notifyOfCrosshair(at === null ? null : (at.index ?? this.chart.getDataList().length - 1), at?.y)
  }

  /** Like `setCrosshair`, but does not notify linked charts. */
  paintCrosshair(at: (Coordinate & { readonly index: number | null }) | null): void {
    const crosshair = at && { x: at.x, y: at.y, paneId: PRICE_PANE }
    this.chart.executeAction('onCrosshairChange', crosshair as Crosshair) // undefined hides it, which the library's types omit
    this.pointAt(at?.index ?? null)
  }

  #indexAt(x: number): number {
    const [{ dataIndex = 0 } = {}] = [this.chart.convertFromPixel([{ x }], { paneId: PRICE_PANE })].flat()
    return Math.max(0, Math.min(this.chart.getDataList().length - 1, dataIndex))
  }

  pointAt(index: number | null): void {
    this.#pointed = index === null ? null : (this.chart.getDataList()[index]?.timestamp ?? null)
    this.#notifySoon()
  }

  /** In the next frame, together with the candles and all other places of the price. */
  #notifySoon(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0
      this.#notify()
    })
  }

  #notify(): void {
    const bars = this.chart.getDataList()
    const at = this.#pointed === null ? bars.length - 1 : indexUntil(bars, this.#pointed)
    const bar = bars[at] ?? null
    this.#legends.paint(at)
    this.#legends.note(PRICE_PANE, bar === null ? [] : tradesWithin(this.#scene, bar.timestamp))
    this.#options.onBar(bar, bars[at - 1] ?? null, this.#interval)
  }

  #fitSoon(): void {
    this.#fitting ||= requestAnimationFrame(() => {
      this.#fitting = 0
      fitAxes(this.chart)
    })
  }

  #recolor(): void {
    this.#scene.colors = readColors(this.#host)
    this.chart.setStyles(chartStyles(this.#scene.colors, this.chart.getStyles().yAxis.size, this.#scene.type))
    this.#lines.show(this.#levels, this.#scene.colors)
    this.drawings.recolor()
  }

  /** The library redraws axes, crosshairs and drawings on each tick, although they rarely change. */
  #skipUnchangedFrames(): void {
    for (const id of [this.chart.getPaneOptions()].flat().flatMap((pane) => pane?.id ?? [])) {
      const bars = this.chart.getDom(id, 'main')?.querySelector('canvas')
      for (const canvas of this.chart.getDom(id, 'root')?.querySelectorAll('canvas') ?? [])
        if (canvas !== bars || id === TIME_PANE) skipUnchangedFrames(canvas)
    }
  }

  get colors() {
    return this.#scene.colors
  }

  get view(): ChartView | null {
    return readView(this.chart, this.#interval)
  }

  setScale(scale: Scale): void {
    this.chart.overrideYAxis({ paneId: PRICE_PANE, ...priceAxis(scale) })
    this.#skipUnchangedFrames()
  }

  placeAt(clientX: number, clientY: number): MarketPoint | null {
    const pane = this.chart.getDom(PRICE_PANE, 'main')?.getBoundingClientRect()
    if (pane === undefined) return null
    const [x, y] = [clientX - pane.left, clientY - pane.top]
    if (x < 0 || y < 0 || x > pane.width || y > pane.height) return null
    const [{ timestamp, value } = {}] = [this.chart.convertFromPixel([{ x, y }], { paneId: PRICE_PANE })].flat()
    return timestamp === undefined || value === undefined || !(value > 0) ? null : { time: timestamp, price: value }
  }

  resetView(): void {
    this.chart.setBarSpace(openingBarSpace(this.chart.getSize(PRICE_PANE, 'main')?.width ?? 0, this.#scene.colors.textPx))
    this.chart.overrideYAxis({ paneId: PRICE_PANE })
    this.chart.scrollToRealTime()
    this.setForecast(this.#scene.forecast)
  }

  setType(type: ChartType): void {
    if (type === this.#scene.type) return
    this.#scene.type = type
    this.#recolor()
    this.#showLegends()
    this.redraw()
  }

  /** Adds and removes indicators to match `wanted`; unchanged ones are not touched. */
  setIndicators(wanted: readonly ChosenIndicator[]): void {
    this.#indicators.show(wanted)
    this.#skipUnchangedFrames()
    this.#showLegends()
  }

  #showLegends(): void {
    const { onLegend } = this.#options
    this.#legends.show([
      ...(this.#scene.type === 'heikin-ashi' ? [AVERAGES_NOTE] : []),
      ...comparedLegends(this.chart, this.#scene.compare, (symbol) => onLegend?.({ do: 'stop-comparing', symbol })),
      ...this.#indicators.legends((what, indicator) => onLegend?.({ do: what, indicator })),
    ])
    this.#notifySoon()
  }

  /** Draws the fan and reserves the space to its right; keeps the position if scrolled back. */
  setForecast(forecast: Forecast | null): void {
    this.#scene.forecast = forecast
    const last = this.chart.getDataList().at(-1)
    const end = forecast === null ? 0 : forecast.issued_at + forecast.hours * INTERVAL_MS['1h']
    const bars = last === undefined ? 0 : Math.max(0, (end - last.timestamp) / INTERVAL_MS[this.#interval])
    const width = this.chart.getSize(PRICE_PANE, 'main')?.width ?? 0
    const needed = bars * this.chart.getBarSpace().bar
    this.chart.setMaxOffsetRightDistance(Math.max(RIGHT_MARGIN_PX, needed + RIGHT_MARGIN_PX))
    if (this.view?.until == null) this.chart.setOffsetRightDistance(Math.max(RIGHT_MARGIN_PX, Math.min(needed + 12, width * FAN_SHARE)))
    this.redraw()
  }

  setCompare(compare: readonly CompareSeries[]): void {
    this.#scene.compare = compare
    this.#showLegends()
    this.redraw()
  }

  setTrades(trades: readonly ChartTrade[]): void {
    this.#scene.trades = trades
    this.redraw()
    this.#notifySoon()
  }

  setLevels(levels: readonly ChartLevel[]): void {
    this.#levels = levels
    this.#lines.show(levels, this.#scene.colors)
  }

  setWatermark(text: string | null): void {
    if (this.#scene.watermark === text) return
    this.#scene.watermark = text
    this.redraw()
  }

  /** Lays out and draws all panes: the library's only way to refresh the scene. */
  redraw(): void {
    if (this.isClosed) return
    this.chart.resize()
    this.#notifySoon()
  }

  /** Once closed, its host may hold another chart: no calls are allowed. */
  get isClosed(): boolean {
    return this.#life.signal.aborted
  }

  close(): void {
    this.#life.abort()
    cancelAnimationFrame(this.#frame)
    cancelAnimationFrame(this.#fitting)
    for (const stop of this.#stops) stop()
    this.#feed.close()
    this.#lines.dispose()
    dispose(this.#host)
  }
}
