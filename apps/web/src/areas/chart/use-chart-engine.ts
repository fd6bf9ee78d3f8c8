import type { Interval } from '@aerie/core/market/candle'
import { createContext, type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { isMirroring, useMirror } from '../../platform/mirror/mirror-store.ts'
import type { ChartLink } from '../../platform/mirror/views/shared-view.ts'
import type { FeedState } from './bars/candle-feed.ts'
import { type CompareSeries, followCompared } from './compare/compare-series.ts'
import type { ChartDocument } from './document/chart-document.ts'
import { ChartEngine } from './engine/chart-engine.ts'
import type { EngineOptions } from './engine/engine-options.ts'
import type { PriceChartProps } from './engine/price-chart-props.ts'
import { linkChart } from './view/linked-chart.ts'

type Engine = {
  readonly engine: ChartEngine | null
  readonly feed: FeedState
  readonly hasOlderFailed: boolean
  readonly retry: () => void
}

/** The chart of `symbol` in `host`; recreated when the coin changes, not when `interval` does. */
export function useChartEngine(
  host: RefObject<HTMLElement | null>,
  {
    symbol,
    interval,
    ...listeners
  }: Pick<EngineOptions, 'symbol' | 'onBar' | 'onDrawing' | 'onSelect' | 'onEditText' | 'onLegend' | 'onPen'> & {
    readonly interval: Interval
  },
): Engine {
  const [engine, setEngine] = useState<ChartEngine | null>(null)
  const [feed, setFeed] = useState<FeedState>(LOADING)
  const [hasOlderFailed, setOlderFailed] = useState(false)
  const latest = useRef({ ...listeners, interval })
  latest.current = { ...listeners, interval }
  useEffect(() => {
    if (host.current === null) return
    const made = new ChartEngine(host.current, {
      symbol,
      interval: latest.current.interval,
      onFeed: setFeed,
      onOlderFailed: setOlderFailed,
      onBar: (...bar) => latest.current.onBar(...bar),
      onDrawing: (drawing) => latest.current.onDrawing(drawing),
      onSelect: (id) => latest.current.onSelect(id),
      onEditText: (drawing) => latest.current.onEditText(drawing),
      onPen: (kind) => latest.current.onPen?.(kind),
      onLegend: latest.current.onLegend && ((ask) => latest.current.onLegend?.(ask)),
    })
    setEngine(made)
    return () => {
      setEngine(null)
      made.close()
    }
  }, [host, symbol])
  useEffect(() => {
    if (engine === null || engine.interval === interval) return
    return afterPaint(() => {
      setOlderFailed(false)
      engine.showInterval(interval)
    })
  }, [engine, interval])
  // Until its candles arrive, the chart shows another timeframe than its labels: it is covered.
  const shown = engine?.interval === interval ? feed : LOADING
  return { engine, feed: shown, hasOlderFailed, retry: () => engine?.reload() }
}

const LOADING: FeedState = { kind: 'loading' }

export function useChartContent(engine: ChartEngine | null, feed: FeedState, chartDocument: ChartDocument, props: PriceChartProps): void {
  const look = useStore(chartDocument.store, (state) => state.look)
  const drawings = useStore(chartDocument.store, (state) => state.history.now)
  const fan = look.showForecast ? (props.forecast ?? null) : null
  const isReady = feed.kind === 'ready'
  useEffect(() => living(engine)?.setScale(look.compare.length > 0 ? 'percent' : look.scale), [engine, look.scale, look.compare])
  useEffect(() => living(engine)?.setType(look.type), [engine, look.type])
  useEffect(() => living(engine)?.drawings.setMagnet(look.magnet), [engine, look.magnet])
  useEffect(() => living(engine)?.setIndicators(look.indicators), [engine, look.indicators])
  useEffect(() => living(engine)?.drawings.show(drawings), [engine, drawings])
  useEffect(() => {
    if (isReady) living(engine)?.setForecast(fan)
  }, [engine, fan, isReady])
  useCompared(engine, isReady, look.compare)
}

export function useChartLink(engine: ChartEngine | null, body: RefObject<HTMLElement | null>, link: ChartLink | undefined): void {
  const interval = engine?.interval
  useEffect(() => {
    const chart = living(engine)
    if (chart === null || interval === undefined || link === undefined || body.current === null) return
    return linkChart({ chart, interval }, body.current, link)
  }, [engine, interval, body, link])
}

function useCompared(engine: ChartEngine | null, isReady: boolean, symbols: readonly string[]): void {
  const key = symbols.join()
  useEffect(() => {
    if (engine === null || engine.isClosed || !isReady) return
    const series = new Map<string, CompareSeries>()
    const wanted = key === '' ? [] : key.split(',')
    engine.setCompare([])
    const stops = wanted.map((symbol) =>
      followCompared({
        symbol,
        interval: engine.interval,
        oldest: () => engine.chart.getDataList()[0]?.timestamp ?? null,
        onChange: (read) => {
          series.set(symbol, read)
          engine.setCompare(wanted.flatMap((each) => series.get(each) ?? []))
        },
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [engine, isReady, key])
}

export const ChartEngineContext = createContext<ChartEngine | null>(null)

/** Null if closed: on a change of symbol or timeframe, effects still see the chart of their render. */
export const living = (engine: ChartEngine | null): ChartEngine | null => (engine?.isClosed === true ? null : engine)

/** Runs after the next paint, so that a click shows first. Mirror windows share a thread but not frames: there it waits one more frame. */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = (): void => {
    timer = setTimeout(work)
  }
  let frame = requestAnimationFrame(() => {
    if (isMirroring(useMirror.getState())) frame = requestAnimationFrame(soon)
    else soon()
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
