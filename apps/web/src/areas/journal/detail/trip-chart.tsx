import { INTERVAL_MS } from '@aerie/core/market/candle'
import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import type { TripDetail } from '@aerie/wire/journal/journal'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Camera, Pause, Play, SkipBack, StepBack, StepForward } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { exactFigure } from '../../../platform/format/figures.ts'
import { SOURCE_NAMES } from '../../../platform/format/market-text.ts'
import { marketNow, useMarketStatus } from '../../../platform/live/market/market-status.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { type Bar, barsOf, ChartEngine, type ChartLevel, type ChartTrade, takeSnapshot } from '../../chart/index.ts'
import { readCandles } from '../../market/index.ts'
import { drawnAtTick } from '../../trading/index.ts'
import { exactText } from '../figure-text.ts'
import { filterStyle } from '../filters/filter-bar.tsx'
import { journalCalls } from '../journal-calls.ts'
import { type ReplayFeed, replayFeed } from './replay-feed.ts'
import { type Piece, priceAt, replaySteps, stepAt } from './replay-steps.ts'
import { marketSymbol, type TripWindow, tripWindow } from './trip-window.ts'

/** In place of the chart. */
const NOTE = 'border-line border-b p-3 text-13 text-ink-2'

export function TripChart({ trip }: { readonly trip: TripDetail }) {
  const source = useMarketStatus()?.source
  const wanted = trip.source_kind ?? 'live'
  const [now] = useState(() => marketNow() ?? Date.now())
  const shown = tripWindow(trip, now)
  if (source === undefined) return <Skeleton className="h-65 w-full" />
  if (source !== wanted) {
    return (
      <p
        className={NOTE}
      >{`This trade was made on the ${SOURCE_NAMES[wanted]} market. The server now runs the ${SOURCE_NAMES[source]} market, so its candles are not available.`}</p>
    )
  }
  if (shown === null) return <p className={NOTE}>No chart: the file does not say when this trade was opened.</p>
  const coin = marketSymbol(trip)
  if (coin === null) return <p className={NOTE}>{noCandles(trip.symbol)}</p>
  return <Around trip={trip} coin={coin} shown={shown} />
}

function Around({ trip, coin, shown }: { readonly trip: TripDetail; readonly coin: string; readonly shown: TripWindow }) {
  const query = useQuery(tripPricesQuery(trip, coin, shown), queryClient)
  return (
    <QueryView
      query={query}
      loading="Loading the candles of this trade"
      rows={1}
      rowClassName="h-65 w-full"
      failed="The candles of this trade could not be loaded"
      isCompact
      errorClassName={NOTE}
      isEmpty={({ bars }) => bars.length === 0}
      empty={<p className={NOTE}>{noCandles(trip.symbol)}</p>}
    >
      {({ bars, finest }) => <Player trip={trip} shown={shown} bars={bars} finest={finest} />}
    </QueryView>
  )
}

type PlayerProps = {
  readonly trip: TripDetail
  readonly shown: TripWindow
  readonly bars: readonly Bar[]
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
    <figure className="border-line border-b">
      <div ref={host} className="h-65 w-full" role="img" aria-label={tripText(trip, bars.length, interval)} />
      <figcaption className="flex items-center justify-between gap-1 px-2 py-0.5">
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

const tripText = ({ symbol, side, fills }: TripDetail, bars: number, interval: string): string =>
  `${bars} candles of ${interval} around the ${side} trade in ${symbol}, with ${fills.length === 1 ? 'its fill' : `its ${fills.length} fills`} marked. All figures are listed below.`

const noCandles = (symbol: string) => `No candles of ${symbol} for the time of this trade.`

/** Candles around the trade and the finest prices during it; null for the latter makes the replay use candles and report it. */
const tripPricesQuery = (trip: TripDetail, coin: string, shown: TripWindow) => {
  const { interval, from, to } = shown
  return queryOptions({
    queryKey: ['journal', 'candles', trip.id, coin, interval, from, to] as const,
    queryFn: async ({ signal }) => {
      const [candles, finest] = await Promise.all([
        readCandles(coin, { interval, from: from / 1000, to: to / 1000, limit: 1000 }, signal),
        readPieces(trip, coin, shown, signal).catch(() => null),
      ])
      return { bars: barsOf(candles, interval), finest }
    },
    staleTime: 60_000,
  })
}

/** Limit of drawn fills: more would overlap. */
const MOST_FILLS = 200

const tradesUntil = ({ fills, symbol, origin }: TripDetail, until: number): ChartTrade[] =>
  fills
    .map(({ at, price, side, size }, place) => ({
      id: String(place),
      time: Date.parse(at),
      price: drawnAtTick(price, marketSymbol({ symbol, origin })),
      side,
      label: `${exactFigure(size)} ${symbol}`,
    }))
    .filter(({ time }) => time <= until)
    .slice(0, MOST_FILLS)

type Levels = Pick<TripDetail, 'symbol' | 'origin' | 'entry' | 'exit' | 'facts' | 'opened_at_ms' | 'closed_at_ms'>

/** Average entry, average exit and initial stop as known at a moment: none before the trade. */
export function levelsOf({ symbol, origin, entry, exit, facts, opened_at_ms, closed_at_ms }: Levels, until: number): ChartLevel[] {
  if (opened_at_ms !== null && opened_at_ms > until) return []
  const level = (id: string, price: string | null, label: string, tone: ChartLevel['tone']): ChartLevel[] =>
    price === null ? [] : [{ id, price: drawnAtTick(price, marketSymbol({ symbol, origin })), label, tone }]
  return [
    ...level('entry', entry, 'Entry', 'info'),
    ...level('exit', closed_at_ms !== null && closed_at_ms <= until ? exit : null, 'Exit', 'accent'),
    ...level('stop', facts?.stop ?? null, 'Stop at entry', 'down'),
  ]
}

type ReplayControlsProps = {
  readonly count: number
  readonly total: number
  readonly opened: number
  readonly at: number
  readonly interval: string
  readonly finest: Pick<TripPieces, 'kind' | 'everyMs'> | null
  readonly onCount: (change: (count: number) => number) => void
}

const SPEEDS = [
  [1000, '1 step a second'],
  [250, '4 steps a second'],
  [100, '10 steps a second'],
  [20, '50 steps a second'],
] as const
function finestText(finest: ReplayControlsProps['finest']): string {
  if (finest === null) return 'finer prices could not be loaded'
  return finest.kind === 'none' ? 'nothing finer stored' : priceEvery(finest.everyMs / SECOND_MS)
}
/** Steps shown before the trade when the replay starts. */
const LEAD = 10

/** Shows which resolution it uses. Space plays and pauses, arrow keys step. */
function ReplayControls({ count, total, opened, at, interval, finest, onCount }: ReplayControlsProps) {
  const [isPlaying, setPlaying] = useState(false)
  const [pace, setPace] = useState<number>(SPEEDS[1][0])
  const start = Math.max(1, opened - LEAD)
  const isRunning = isPlaying && count < total
  useEffect(
    () => (isRunning ? every(pace, () => onCount((now) => Math.min(total, now + 1))) : undefined),
    [isRunning, pace, total, onCount],
  )
  const goTo = (next: number) => {
    setPlaying(false)
    onCount(() => Math.max(1, Math.min(total, next)))
  }
  const play = () => {
    if (count >= total) onCount(() => start)
    setPlaying(!isRunning)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ' || event.target instanceof HTMLButtonElement) return
    event.preventDefault()
    play()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of controls, not of fields
    <div
      role="group"
      aria-label="Trade replay"
      className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1.5 gap-y-0.5"
      onKeyDown={onKeyDown}
    >
      <IconButton label="Back to the entry" onClick={() => goTo(start)}>
        <SkipBack size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label="One step back" onClick={() => goTo(count - 1)}>
        <StepBack size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label={isRunning ? 'Stop' : 'Replay'} onClick={play}>
        {isRunning ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
      </IconButton>
      <IconButton label="One step forward" onClick={() => goTo(count + 1)}>
        <StepForward size={16} aria-hidden="true" />
      </IconButton>
      <input
        type="range"
        className="min-w-20 flex-1 accent-(--track-fill)"
        aria-label="Moment"
        aria-valuetext={exactText(at)}
        min={1}
        max={total}
        value={count}
        onChange={({ target }) => goTo(Number(target.value))}
      />
      <Select aria-label="Speed" className={filterStyle} value={pace} options={SPEEDS} onChange={setPace} />
      <span
        className="num text-12 text-ink-2"
        title="Replay uses the finest prices stored for this trade: one every few seconds for three days, then one-minute candles for two months."
      >
        {`${exactText(at)} · ${interval} candles, ${finestText(finest)}`}
      </span>
    </div>
  )
}

const priceEvery = (seconds: number) => (seconds === 60 ? 'minute by minute' : `a price every ${seconds} s`)

type TripPieces = { readonly kind: 'ticks' | 'minutes' | 'none'; readonly everyMs: number; readonly pieces: readonly Piece[] }

const NONE: TripPieces = { kind: 'none', everyMs: 0, pieces: [] }
const PAGE_MINUTES = 1000
const MOST_PAGES = 3

async function readPieces(trip: TripDetail, coin: string, { interval }: TripWindow, signal: AbortSignal): Promise<TripPieces> {
  const { ticks, every_ms } = await journalCalls.ticks(trip.id, { signal })
  if (ticks.length > 0) return { kind: 'ticks', everyMs: every_ms, pieces: ticks.map(([at, price]) => priceAt(at, Number(price))) }
  return interval === '1m' ? NONE : minutesOf(trip, coin, signal)
}

async function minutesOf({ opened_at_ms, closed_at_ms }: TripDetail, coin: string, signal: AbortSignal): Promise<TripPieces> {
  if (opened_at_ms === null || closed_at_ms === null) return NONE
  const from = Math.floor(opened_at_ms / MINUTE_MS) * MINUTE_MS
  const pages = Math.ceil((closed_at_ms + 1 - from) / (PAGE_MINUTES * MINUTE_MS))
  if (pages > MOST_PAGES) return NONE
  const read = Array.from({ length: pages }, (_, page) => {
    const start = from + page * PAGE_MINUTES * MINUTE_MS
    const end = Math.min(start + PAGE_MINUTES * MINUTE_MS, closed_at_ms + MINUTE_MS)
    return readCandles(coin, { interval: '1m', from: start / SECOND_MS, to: Math.ceil(end / SECOND_MS), limit: PAGE_MINUTES }, signal)
  })
  const pieces = (await Promise.all(read))
    .flat()
    .map(([time, open, high, low, close]): Piece => ({ at: time * SECOND_MS + MINUTE_MS - 1, open, high, low, close }))
  return pieces.length === 0 ? NONE : { kind: 'minutes', everyMs: MINUTE_MS, pieces }
}
