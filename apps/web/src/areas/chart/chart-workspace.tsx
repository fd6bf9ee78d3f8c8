import './chart.css'
import { findIndicator, labelOf } from '@aerie/core/indicators/catalogue'
import { INTERVALS, type Interval } from '@aerie/core/market/candle'
import { type Drawing, MOST_DRAWINGS } from '@aerie/wire/market/charts'
import { Lock, LockOpen, Palette, Trash2 } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEventHandler,
  type MouseEventHandler,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useSearchParams } from 'react-router'
import { useStore } from 'zustand'
import { lazyPart } from '../../platform/browser/lazy-part.ts'
import { isStalePrice, useMarketStatus } from '../../platform/live/market/market-status.ts'
import { figuresOf } from '../../platform/live/market/quotes.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Area } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState, ErrorText } from '../../ui/states/error-state.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import type { FeedState } from './bars/candle-feed.ts'
import { shownBars } from './bars/shown-bars.ts'
import { answerLegend, useChartDialogs } from './dialogs/use-chart-dialogs.ts'
import { type ChartDocument, openChart } from './document/chart-document.ts'
import { ChartSaveNote } from './document/chart-save-note.tsx'
import { drawingText } from './drawing-text.ts'
import { redo, removeDrawing, saveDrawing, undo } from './drawings/drawing-history.ts'
import { DRAWING_KINDS, type DrawingKind } from './drawings/drawing-kinds.ts'
import type { ChartEngine } from './engine/chart-engine.ts'
import { barText, summaryText } from './engine/chart-text.ts'
import type { PriceChartProps } from './engine/price-chart-props.ts'
import { INTERVAL_LABELS } from './interval-labels.ts'
import { ChartLegend, type LegendHandle } from './legend/chart-legend.tsx'
import { ChartContextMenu, useContextMenu } from './menus/chart-context-menu.tsx'
import { ChartRail } from './menus/chart-rail.tsx'
import { ChartToolbar } from './menus/chart-toolbar.tsx'
import { takeSnapshot } from './snapshot/take-snapshot.ts'
import { useMissingTimeframes } from './timeframes.ts'
import { ChartEngineContext, useChartContent, useChartEngine, useChartLink } from './use-chart-engine.ts'
import { useChartKeys } from './use-chart-keys.ts'

type SelectedDrawingProps = {
  readonly drawing: Drawing
  readonly onStyle: () => void
  readonly onLock: () => void
  readonly onRemove: () => void
}

function SelectedDrawing({ drawing, onStyle, onLock, onRemove }: SelectedDrawingProps) {
  const text = drawingText(drawing)
  return (
    <div
      className="absolute top-2 left-1/2 z-5 flex -translate-x-1/2 gap-0.5 rounded-md border border-line-strong bg-surface-2 p-0.5 [&_[aria-pressed=true]]:text-accent-text"
      role="toolbar"
      aria-label={`Selected: ${text}`}
    >
      <IconButton label="Style" hint="e" aria-haspopup="dialog" onClick={onStyle}>
        <Palette size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label={drawing.locked ? 'Unlock' : 'Lock'} hint="l" aria-pressed={drawing.locked} onClick={onLock}>
        {drawing.locked ? <Lock size={16} aria-hidden="true" /> : <LockOpen size={16} aria-hidden="true" />}
      </IconButton>
      {!drawing.locked && (
        <IconButton label="Delete" hint="Delete" onClick={onRemove}>
          <Trash2 size={16} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}

// Loaded on demand: the chart itself is large enough.
const ChartDialogs = lazyPart(async () => (await import('./dialogs/chart-dialogs.tsx')).ChartDialogs)

export function ChartWorkspace(props: PriceChartProps) {
  const chartDocument = useChartDocument(props.symbol)
  return chartDocument === null ? null : <Workspace {...props} chartDocument={chartDocument} />
}

function Workspace({ chartDocument, ...props }: PriceChartProps & { readonly chartDocument: ChartDocument }) {
  const { symbol, isBare = false } = props
  const host = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const legend = useRef<LegendHandle>(null)
  const { look, history, ...saving } = useStore(chartDocument.store)
  const [interval, chooseInterval] = useChartInterval(props, look.interval)
  const [kind, setKind] = useState<DrawingKind | null>(null)
  const dialogs = useChartDialogs()
  const [announcement, announce] = useAnnouncement()
  const { drawings, selected, drawing, save, select, remove } = useDrawings(chartDocument, { announce, onText: dialogs.setText })
  const { engine, feed, hasOlderFailed, retry } = useChartEngine(host, {
    symbol,
    interval,
    onBar: (bar, before, shown) => legend.current?.paint({ bar, before, interval: shown }),
    onDrawing: save,
    onSelect: select,
    onEditText: dialogs.setText,
    onPen: setKind,
    onLegend: isBare ? undefined : (ask) => answerLegend(ask, chartDocument, dialogs),
  })
  useChartContent(engine, feed, chartDocument, props)
  useChartLink(engine, body, props.linked)
  useEffect(() => engine?.drawings.select(selected), [engine, selected])
  const source = useSource(engine, symbol)
  const menu = useContextMenu(engine, { symbol, isOff: isBare })
  const actions = {
    onUndo: () => chartDocument.changeDrawings(undo),
    onRedo: () => chartDocument.changeDrawings(redo),
    onSummary: () => engine && announce(summaryOf(engine, { symbol, chartDocument, source: source() })),
    onStyle: () => dialogs.open('style'),
    onAlert: menu.alertAt,
    onMagnet: () => {
      chartDocument.changeLook({ magnet: !look.magnet })
      announce(FRAME_TEXT.magnet(!look.magnet))
    },
  }
  const onKeyDown = useChartKeys(engine, {
    ...actions,
    drawings,
    selected,
    onSelect: select,
    onSave: save,
    onRemove: remove,
    onCursor: (cursor) => {
      const [bar, before] = cursor.bars
      const shown = engine?.interval ?? interval
      legend.current?.paint({ bar, before, interval: shown })
      if (bar !== null) announce(barText(bar, before, shown))
    },
    onAnnounce: announce,
  })
  const toolbar = {
    ...actions,
    symbol,
    interval,
    scale: look.scale,
    type: look.type,
    magnet: look.magnet,
    hasForecast: props.forecast != null,
    showsForecast: look.showForecast,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    onInterval: (next: typeof interval) => {
      chooseInterval(next)
      chartDocument.changeLook({ interval: next })
    },
    onScale: (scale: typeof look.scale) => chartDocument.changeLook({ scale }),
    onType: (type: typeof look.type) => chartDocument.changeLook({ type }),
    onForecast: () => chartDocument.changeLook({ showForecast: !look.showForecast }),
    onReset: () => engine?.resetView(),
    onDraw: (tool: DrawingKind) => {
      engine?.drawings.pen.begin(tool)
      body.current?.focus()
      announce(toolText(tool))
    },
    onKeyDown,
    onOpen: dialogs.open,
    onSnapshot: () => takeSnapshot({ host: host.current, engine, symbol, interval: engine?.interval ?? interval, source: source() }),
  }
  const onLock = () => drawing && save({ ...drawing, locked: !drawing.locked })
  const onRemove = () => {
    if (drawing) remove(drawing.id)
    body.current?.focus()
  }
  return (
    <Area aria-label={FRAME_TEXT.name(symbol)} className={cx('@container/chart h-full', props.className)}>
      <div className="chart relative flex h-full min-h-60 flex-col bg-surface-1">
        {!isBare && <ChartToolbar {...toolbar} />}
        <div className="flex min-h-0 flex-1">
          {!isBare && <ChartRail {...toolbar} kind={kind} onDrawings={() => dialogs.open('drawings')} />}
          <div className="flex min-w-0 flex-1 flex-col">
            <ChartLegend symbol={symbol} handle={legend} />
            <ChartBody
              body={body}
              host={host}
              cover={{ symbol, interval, feed, onInterval: toolbar.onInterval, onRetry: retry }}
              selected={drawing && { drawing, onStyle: actions.onStyle, onLock, onRemove }}
              saving={{ ...saving, onSaveNow: chartDocument.saveNow }}
              announcement={announcement || (hasOlderFailed ? FRAME_TEXT.olderFailed : '')}
              onKeyDown={onKeyDown}
              onContextMenu={menu.open}
              engine={engine}
            >
              {props.children}
            </ChartBody>
          </div>
        </div>
      </div>
      <ChartContextMenu
        place={menu.place}
        onClose={menu.close}
        commands={{
          ...toolbar,
          selected: drawing,
          onSave: save,
          onRemove: remove,
          onIndicators: () => dialogs.open('indicators'),
          onPropose: props.onPropose,
        }}
      />
      {(dialogs.dialog !== null || dialogs.text !== null) && (
        <Suspense>
          <ChartDialogs
            {...dialogs}
            selected={selected}
            chartDocument={chartDocument}
            symbol={symbol}
            engine={engine}
            toolbar={toolbar}
            onText={dialogs.setText}
            onSave={save}
            onSelect={select}
            onClose={dialogs.close}
          />
        </Suspense>
      )}
    </Area>
  )
}

const isInterval = (text: string | null): text is Interval => INTERVALS.some((interval) => interval === text)

/** The timeframe: from props, else the URL (`?interval=4h`), else the saved one. */
function useChartInterval(
  { interval, onIntervalChange }: Pick<PriceChartProps, 'interval' | 'onIntervalChange'>,
  saved: Interval,
): readonly [Interval, (next: Interval) => void] {
  const [params, setParams] = useSearchParams()
  const named = params.get('interval')
  if (interval !== undefined) return [interval, (next) => onIntervalChange?.(next)]
  const choose = (next: Interval) =>
    setParams(
      (current) => {
        current.set('interval', next)
        return current
      },
      // Synchronous instead of a transition: traders wait for it.
      { replace: true, flushSync: true },
    )
  return [isInterval(named) ? named : saved, choose]
}

type DrawingCallbacks = { readonly announce: (text: string) => void; readonly onText: (drawing: Drawing) => void }

function useDrawings(chartDocument: ChartDocument, { announce, onText }: DrawingCallbacks) {
  const drawings = useStore(chartDocument.store, ({ history }) => history.now)
  const [selected, setSelected] = useState<string | null>(null)
  return {
    drawings,
    selected,
    drawing: drawings.find(({ id }) => id === selected) ?? null,
    save: (drawing: Drawing) => {
      const isNew = drawings.every(({ id }) => id !== drawing.id)
      if (isNew && drawings.length >= MOST_DRAWINGS) return announce(`A chart can have ${MOST_DRAWINGS} drawings. Delete one first.`)
      // A text drawing is added only once it has text.
      if (drawing.kind === 'text' && drawing.text === undefined) return onText(drawing)
      chartDocument.changeDrawings((now) => saveDrawing(now, drawing))
      if (isNew) announce(drawn(drawingText(drawing)))
    },
    select: (id: string | null) => {
      setSelected(id)
      const drawing = drawings.find((each) => each.id === id)
      if (drawing !== undefined) announce(`Selected: ${drawingText(drawing)}`)
    },
    remove: (id: string) => chartDocument.changeDrawings((now) => removeDrawing(now, id)),
  }
}

const toolText = (kind: DrawingKind): string =>
  toolHint(DRAWING_KINDS[kind].label, DRAWING_KINDS[kind].points === 1 ? 'click to place it' : 'click its two points, or drag')

const drawn = (drawing: string) => `Drawn: ${drawing}`

const toolHint = (label: string, text: string) => `${label}: ${text}. Escape cancels.`

type ChartBodyProps = {
  readonly body: RefObject<HTMLDivElement | null>
  readonly host: RefObject<HTMLDivElement | null>
  readonly cover: ComponentProps<typeof ChartCover>
  readonly selected: ComponentProps<typeof SelectedDrawing> | null
  readonly saving: ComponentProps<typeof ChartSaveNote>
  readonly announcement: string
  readonly onKeyDown: KeyboardEventHandler
  readonly onContextMenu: MouseEventHandler
  readonly engine: ChartEngine | null
  readonly children: ReactNode
}

const ChartBody = ({ body, host, cover, selected, saving, announcement, engine, children, ...handlers }: ChartBodyProps) => (
  <div
    ref={body}
    className="chart-body relative min-h-0 flex-1 focus-visible:-outline-offset-2"
    role="application"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the chart has keyboard controls
    tabIndex={0}
    aria-label={chartKeys(cover.symbol, INTERVAL_LABELS[cover.interval])}
    {...handlers}
  >
    <div ref={host} className="chart-canvas" data-waiting={cover.feed.kind === 'ready' ? undefined : ''} />
    <ChartCover {...cover} />
    {selected !== null && <SelectedDrawing {...selected} />}
    {/* Above the time axis and left of the price axis. */}
    <div className="pointer-events-none absolute right-24 bottom-8 left-4 z-4 flex flex-col items-center gap-1.5">
      <p className="chart-note" role="status">
        {announcement}
      </p>
      <ChartSaveNote {...saving} />
    </div>
    <ChartEngineContext value={engine}>{children}</ChartEngineContext>
  </div>
)

const chartKeys = (symbol: string, text: string) =>
  `Candles of ${symbol}, ${text}. Arrows move the crosshair, plus and minus zoom, s reads out a summary.`

type ChartCoverProps = {
  readonly symbol: string
  readonly interval: Interval
  readonly feed: FeedState
  readonly onInterval: (interval: Interval) => void
  readonly onRetry: () => void
}

export function ChartCover({ symbol, interval, feed, onInterval, onRetry }: ChartCoverProps) {
  if (feed.kind === 'ready') return null
  return (
    // Lets the pointer through: loading candles does not remove the crosshair.
    <div className="chart-cover pointer-events-none absolute inset-0 z-3 grid place-items-center bg-surface-1 [&_button]:pointer-events-auto">
      {feed.kind === 'loading' && <Skeleton className="h-4/5 w-11/12" />}
      {feed.kind === 'empty' && <Empty symbol={symbol} interval={interval} onInterval={onInterval} />}
      {feed.kind === 'failed' && (
        <ErrorState title="The candles could not be loaded" onRetry={onRetry}>
          <ErrorText error={feed.error} />
        </ErrorState>
      )}
    </div>
  )
}

function Empty({ symbol, interval, onInterval }: Omit<ChartCoverProps, 'feed' | 'onRetry'>) {
  const missing = useMissingTimeframes(symbol)
  const reason = missing.get(interval)
  const other = INTERVALS.find((each) => !missing.has(each))
  if (reason === undefined || other === undefined)
    return <EmptyState title="No candles yet">{`The source has no candles of ${symbol} in this timeframe yet.`}</EmptyState>
  return (
    <EmptyState title={`No ${interval} candles`} action={<Button onClick={() => onInterval(other)}>{`Show ${other}`}</Button>}>
      {`${reason}. Timeframes from ${other} on have candles.`}
    </EmptyState>
  )
}

const ANNOUNCEMENT_MS = 5000

const FRAME_TEXT = {
  name: (symbol: string) => `Price chart of ${symbol}`,
  magnet: (isOn: boolean) => (isOn ? 'Magnet on: points snap to open, high, low and close.' : 'Magnet off.'),
  olderFailed: 'Older candles could not be loaded. Scroll further to try again.',
}

function useAnnouncement(): readonly [string, (text: string) => void] {
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (announcement === '') return
    const timer = setTimeout(() => setAnnouncement(''), ANNOUNCEMENT_MS)
    return () => clearTimeout(timer)
  }, [announcement])
  return [announcement, setAnnouncement]
}

/** The coin's price source and staleness; a market that is not live is named behind the candles. */
export function useSource(engine: ChartEngine | null, symbol: string): () => string {
  const market = useMarketStatus()
  const badge = market?.badge
  const kind = market?.source
  useEffect(() => engine?.setWatermark(kind === 'sim' ? 'SIMULATED' : kind === 'replay' ? 'REPLAY' : null), [engine, kind])
  return () =>
    badge === undefined
      ? 'Source not known yet'
      : `${isStalePrice(figuresOf(symbol)?.asOf ?? null, symbol) ? 'STALE' : badge} · ${market?.detail ?? ''}`
}

function summaryOf(
  engine: ChartEngine,
  { symbol, chartDocument, source }: { symbol: string; chartDocument: ChartDocument; source: string },
): string {
  const { from, to } = shownBars(engine.chart)
  const { look, history } = chartDocument.store.getState()
  return summaryText({
    symbol,
    interval: engine.interval,
    intervalText: INTERVAL_LABELS[engine.interval],
    bars: engine.chart.getDataList().slice(from, to),
    indicators: look.indicators.map(({ name }) => labelOf(findIndicator(name) ?? { name })),
    drawings: history.now.length,
    source,
  })
}

function useChartDocument(symbol: string): ChartDocument | null {
  const userId = useSession((state) => state.user?.user_id ?? null)
  const [chartDocument, setChartDocument] = useState<ChartDocument | null>(null)
  useEffect(() => {
    const opened = openChart(symbol, userId)
    setChartDocument(opened)
    return opened.close
  }, [symbol, userId])
  return chartDocument
}
