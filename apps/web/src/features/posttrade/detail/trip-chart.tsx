import { INTERVAL_MS } from '@aerie/core/market/candle'
import type { TripDetail } from '@aerie/wire/journal/journal'
import { useQuery } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Bar } from '../../../chart-engine/bars/bars.ts'
import { ChartEngine } from '../../../chart-engine/chart-engine.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { marketNow, useMarketStatus } from '../../../live/market/market-status.ts'
import { takeSnapshot } from '../../../market-views/chart/snapshot/take-snapshot.ts'
import { SOURCE_NAMES } from '../../../market-views/forecast/forecast-text.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { QueryNotice } from '../../../ui/states/query-view.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import * as WORDS from './detail-words.ts'
import { ReplayControls } from './replay-controls.tsx'
import { type ReplayFeed, replayFeed } from './replay-feed.ts'
import { replaySteps, stepAt } from './replay-steps.ts'
import { levelsOf, tradesUntil } from './trip-marks.ts'
import type { TripPieces } from './trip-pieces.ts'
import { tripPricesQuery } from './trip-prices-query.ts'
import { marketSymbol, type TripWindow, tripWindow } from './trip-window.ts'

/** The market around a trade, with its entries and exits, and its replay. */
export function TripChart({ trip }: { readonly trip: TripDetail }) {
  const source = useMarketStatus()?.source
  const wanted = trip.source_kind ?? 'live'
  const [now] = useState(() => marketNow() ?? Date.now())
  const shown = tripWindow(trip, now)
  if (source === undefined) return <Skeleton className="trip-chart-room" />
  if (source !== wanted) {
    return (
      <p className="trip-chart-words">{`This trade was made on the ${SOURCE_NAMES[wanted]} market. The server now runs the ${SOURCE_NAMES[source]} market, so its candles are not available.`}</p>
    )
  }
  if (shown === null) return <p className="trip-chart-words">No chart: the file does not say when this trade was opened.</p>
  const coin = marketSymbol(trip)
  if (coin === null) return <p className="trip-chart-words">{noCandles(trip.symbol)}</p>
  return <Around trip={trip} coin={coin} shown={shown} />
}

function Around({ trip, coin, shown }: { readonly trip: TripDetail; readonly coin: string; readonly shown: TripWindow }) {
  const query = useQuery(tripPricesQuery(trip, coin, shown), queryClient)
  const { data, error } = query
  if (data === undefined && error === null) return <Skeleton className="trip-chart-room" />
  if (data === undefined) {
    return (
      <div className="trip-chart-words">
        <QueryNotice query={query} text="The candles of this trade could not be loaded." role="alert" />
      </div>
    )
  }
  if (data.bars.length === 0) return <p className="trip-chart-words">{noCandles(trip.symbol)}</p>
  return <Player trip={trip} shown={shown} bars={data.bars} finest={data.finest} />
}

type PlayerProps = {
  readonly trip: TripDetail
  readonly shown: TripWindow
  readonly bars: readonly Bar[]
  /** Null: they could not be read. */
  readonly finest: TripPieces | null
}

function Player({ trip, shown: { interval }, bars, finest }: PlayerProps) {
  const host = useRef<HTMLDivElement>(null)
  const steps = useMemo(() => replaySteps(bars, finest?.pieces ?? [], INTERVAL_MS[interval]), [bars, finest, interval])
  const [count, setCount] = useState(steps.length)
  const [chart, setChart] = useState<{ readonly engine: ChartEngine; readonly feed: ReplayFeed } | null>(null)
  useEffect(() => {
    if (host.current === null) return
    const feed = replayFeed(bars)
    const none = () => undefined
    const engine = new ChartEngine(host.current, {
      symbol: trip.symbol,
      interval,
      onFeed: none,
      onOlderFailed: none,
      onBar: none,
      onDrawing: none,
      onSelect: none,
      onEditText: none,
      openFeed: feed.open,
    })
    engine.setScale('linear')
    setChart({ engine, feed })
    setCount(steps.length)
    return () => {
      setChart(null)
      engine.close()
    }
  }, [bars, steps, interval, trip.symbol])
  const step = steps[count - 1]
  const until = step?.at ?? 0
  useEffect(() => {
    if (chart === null || chart.engine.isClosed || step === undefined) return
    chart.feed.show(step)
    chart.engine.setTrades(tradesUntil(trip, until))
    chart.engine.setLevels(levelsOf(trip, until))
  }, [chart, step, trip, until])
  const opened = stepAt(steps, trip.opened_at_ms ?? 0) + 1
  return (
    <figure className="trip-chart">
      <div ref={host} className="trip-chart-canvas" role="img" aria-label={wordsOf(trip, bars.length, interval)} />
      <figcaption className="trip-chart-bar">
        <ReplayControls
          count={count}
          total={steps.length}
          opened={opened}
          at={until}
          interval={interval}
          finest={finest}
          onCount={setCount}
        />
        <IconButton
          label="Save picture"
          onClick={() =>
            takeSnapshot({
              host: host.current,
              engine: chart?.engine ?? null,
              symbol: trip.symbol,
              interval,
              source: SOURCE_NAMES[trip.source_kind ?? 'live'].toUpperCase(),
            })
          }
        >
          <Camera size={16} aria-hidden="true" />
        </IconButton>
      </figcaption>
    </figure>
  )
}

const wordsOf = ({ symbol, side, fills }: TripDetail, bars: number, interval: string): string =>
  WORDS.chartSummary({ bars, interval, side, symbol, fills: fills.length === 1 ? 'its fill' : `its ${fills.length} fills` })

const noCandles = (symbol: string) => `No candles of ${symbol} for the time of this trade.`
