import './chart.css'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { barWords } from '../../chart-engine/chart-words.ts'
import { redo, undo } from '../../chart-engine/drawings/drawing-history.ts'
import type { DrawingKind } from '../../chart-engine/drawings/drawing-kinds.ts'
import type { PriceChartProps } from '../../chart-engine/price-chart-props.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { Area } from '../../ui/area.tsx'
import { cx } from '../../ui/cx.ts'
import { ChartBody } from './chart-body.tsx'
import { answerLegend, useChartDialogs } from './dialogs/use-chart-dialogs.ts'
import type { ChartDocument } from './document/chart-document.ts'
import { useChartDocument } from './document/use-chart-document.ts'
import { ChartLegend, type LegendHandle } from './legend/chart-legend.tsx'
import { ChartContextMenu, useContextMenu } from './menus/chart-context-menu.tsx'
import { ChartRail } from './menus/chart-rail.tsx'
import { ChartToolbar } from './menus/chart-toolbar.tsx'
import { takeSnapshot } from './snapshot/take-snapshot.ts'
import { FRAME_WORDS, summaryOf, useAnnouncement, useSource } from './use-chart-announcements.ts'
import { useChartContent, useChartEngine, useChartLink } from './use-chart-engine.ts'
import { useChartInterval } from './use-chart-interval.ts'
import { useChartKeys } from './use-chart-keys.ts'
import { toolWords, useDrawings } from './use-drawings.ts'

// What is opened by hand comes when it is: the chart itself is large enough.
const ChartDialogs = lazyPart(async () => (await import('./dialogs/chart-dialogs.tsx')).ChartDialogs)

/** The chart with its tools. One for each coin: another coin is another chart. */
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
  const [said, say] = useAnnouncement()
  const { drawings, selected, drawing, put, select, remove } = useDrawings(chartDocument, { say, onText: dialogs.setText })
  const { engine, feed, hasOlderFailed, retry } = useChartEngine(host, {
    symbol,
    interval,
    onBar: (bar, before, shown) => legend.current?.paint({ bar, before, interval: shown }),
    onDrawing: put,
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
    onSummary: () => engine && say(summaryOf(engine, { symbol, chartDocument, source: source() })),
    onStyle: () => dialogs.open('style'),
    onAlert: menu.alertAt,
    onMagnet: () => {
      chartDocument.changeLook({ magnet: !look.magnet })
      say(FRAME_WORDS.magnet(!look.magnet))
    },
  }
  const onKeyDown = useChartKeys(engine, {
    ...actions,
    drawings,
    selected,
    onSelect: select,
    onPut: put,
    onRemove: remove,
    onCursor: (cursor) => {
      const [bar, before] = cursor.bars
      const shown = engine?.interval ?? interval
      legend.current?.paint({ bar, before, interval: shown })
      if (bar !== null) say(barWords(bar, before, shown))
    },
    onSay: say,
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
      say(toolWords(tool))
    },
    onKeyDown,
    onOpen: dialogs.open,
    onSnapshot: () => takeSnapshot({ host: host.current, engine, symbol, interval: engine?.interval ?? interval, source: source() }),
  }
  const onLock = () => drawing && put({ ...drawing, locked: !drawing.locked })
  const onRemove = () => {
    if (drawing) remove(drawing.id)
    // Its button goes with it.
    body.current?.focus()
  }
  return (
    <Area aria-label={FRAME_WORDS.name(symbol)} className={cx('chart-frame', props.className)}>
      <div className="chart">
        {!isBare && <ChartToolbar {...toolbar} />}
        <div className="chart-main">
          {!isBare && <ChartRail {...toolbar} kind={kind} onDrawings={() => dialogs.open('drawings')} />}
          <div className="chart-pane">
            <ChartLegend symbol={symbol} handle={legend} />
            <ChartBody
              body={body}
              host={host}
              cover={{ symbol, interval, feed, onInterval: toolbar.onInterval, onRetry: retry }}
              selected={drawing && { drawing, onStyle: actions.onStyle, onLock, onRemove }}
              saving={{ ...saving, onSaveNow: chartDocument.saveNow }}
              said={said || (hasOlderFailed ? FRAME_WORDS.olderFailed : '')}
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
        commands={{ ...toolbar, selected: drawing, onPut: put, onRemove: remove, onIndicators: () => dialogs.open('indicators') }}
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
            onPut={put}
            onSelect={select}
            onClose={dialogs.close}
          />
        </Suspense>
      )}
    </Area>
  )
}
