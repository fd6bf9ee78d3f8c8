import './chart.css'
import { type Drawing, MOST_DRAWINGS } from '@aerie/wire/charts'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ChartEngine, LegendAsk } from '../../chart-engine/chart-engine.ts'
import { barWords, summaryWords } from '../../chart-engine/chart-words.ts'
import { putDrawing, redo, removeDrawing, undo } from '../../chart-engine/drawings/drawing-history.ts'
import { DRAWING_KINDS, type DrawingKind } from '../../chart-engine/drawings/drawing-kinds.ts'
import { idOf } from '../../chart-engine/indicators/line-looks.ts'
import type { PriceChartProps } from '../../chart-engine/price-chart-props.ts'
import { shownBars } from '../../chart-engine/shown-bars.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { marketNow, useMarketStatus } from '../../live/market-status.ts'
import { useSession } from '../../session/session.ts'
import { Area } from '../../ui/area.tsx'
import { cx } from '../../ui/cx.ts'
import { ChartCover } from './chart-cover.tsx'
import { type ChartDocument, type Look, openChart } from './chart-document.ts'
import { ChartLegend, type LegendHandle } from './chart-legend.tsx'
import { ChartSaveNote } from './chart-save-note.tsx'
import { type ChartDialog, ChartToolbar, INTERVAL_WORDS } from './chart-toolbar.tsx'
import { drawingWords } from './drawing-words.ts'
import type { Snapshot } from './snapshot.ts'
import { useChartContent, useChartEngine, useChartLink } from './use-chart-engine.ts'
import { useChartInterval } from './use-chart-interval.ts'
import { useChartKeys } from './use-chart-keys.ts'

const SAID_MS = 5000

// What is opened by hand comes when it is: the chart itself is large enough.
const ChartDialogs = lazyPart(() => import('./chart-dialogs.tsx'), 'ChartDialogs')
const takeSnapshot = (snapshot: Snapshot): void => {
  import('./snapshot.ts').then(({ saveSnapshot }) => saveSnapshot(snapshot), reportError)
}

/** The chart with its tools. One for each coin: another coin is another chart. */
export function ChartWorkspace(props: PriceChartProps) {
  const userId = useSession((state) => state.user?.user_id ?? null)
  const desk = useDesk(props.symbol, userId)
  return desk === null ? null : <Workspace {...props} desk={desk} />
}

function useDesk(symbol: string, userId: string | null): ChartDocument | null {
  const [desk, setDesk] = useState<ChartDocument | null>(null)
  useEffect(() => {
    const opened = openChart(symbol, userId)
    setDesk(opened)
    return opened.close
  }, [symbol, userId])
  return desk
}

function Workspace({ desk, ...props }: PriceChartProps & { readonly desk: ChartDocument }) {
  const { symbol } = props
  const host = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const legend = useRef<LegendHandle>(null)
  const { look, history, ...saving } = useStore(desk.store)
  const [interval, chooseInterval] = useChartInterval(props, look.interval)
  const [selected, setSelected] = useState<string | null>(null)
  const [dialog, setDialog] = useState<ChartDialog | null>(null)
  const [setting, setSetting] = useState<string | null>(null)
  const openSettings = (id: string | null) => {
    setSetting(id)
    setDialog('indicators')
  }
  const [text, setText] = useState<Drawing | null>(null)
  const [said, say] = useSaid()
  const finish = (drawing: Drawing) => {
    const isNew = history.now.every(({ id }) => id !== drawing.id)
    if (isNew && history.now.length >= MOST_DRAWINGS) return say(`A chart keeps ${MOST_DRAWINGS} drawings. Delete one first.`)
    // A text is there once it says something.
    if (drawing.kind === 'text' && drawing.text === undefined) return setText(drawing)
    desk.changeDrawings((now) => putDrawing(now, drawing))
    if (isNew) say(`Drawn: ${drawingWords(drawing)}`)
  }
  const select = (id: string | null) => {
    setSelected(id)
    const drawing = history.now.find((each) => each.id === id)
    if (drawing !== undefined) say(`Selected: ${drawingWords(drawing)}`)
  }
  const onLegend = (ask: LegendAsk) => {
    if (ask.do === 'set') openSettings(idOf(ask.indicator))
    else desk.changeLook(removedBy(ask, look))
  }
  const { engine, feed, hasOlderFailed, retry } = useChartEngine(host, {
    symbol,
    interval,
    onBar: (bar, before) => legend.current?.paint(bar, before),
    onDrawing: finish,
    onSelect: select,
    onEditText: setText,
    onLegend: props.isBare === true ? undefined : onLegend,
  })
  useChartContent(engine, feed, desk, props)
  useChartLink(engine, body, props.linked)
  useEffect(() => engine?.drawings.select(selected), [engine, selected])
  const source = useSource(engine)
  const summarise = () => engine && say(summaryOf(engine, { symbol, desk, source: source.words }))
  const actions = {
    onUndo: () => desk.changeDrawings(undo),
    onRedo: () => desk.changeDrawings(redo),
    onSummary: summarise,
  }
  const onKeyDown = useChartKeys(engine, {
    ...actions,
    drawings: history.now,
    selected,
    onSelect: select,
    onPut: finish,
    onRemove: (id) => desk.changeDrawings((now) => removeDrawing(now, id)),
    onCursor: (cursor) => {
      legend.current?.paint(...cursor.bars)
      const [bar, before] = cursor.bars
      if (bar !== null) say(barWords(bar, before))
    },
    onSay: say,
  })
  const draw = (kind: DrawingKind) => {
    engine?.drawings.pen.begin(kind)
    body.current?.focus()
    say(
      `${DRAWING_KINDS[kind].label}: ${DRAWING_KINDS[kind].points === 1 ? 'click where it goes' : 'click its two points, or drag'}. Escape gives up.`,
    )
  }
  const toolbar = {
    ...actions,
    interval,
    scale: look.scale,
    hasForecast: props.forecast != null,
    showsForecast: look.showForecast,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    onInterval: (next: typeof interval) => {
      chooseInterval(next)
      desk.changeLook({ interval: next })
    },
    onScale: (scale: typeof look.scale) => desk.changeLook({ scale }),
    onForecast: () => desk.changeLook({ showForecast: !look.showForecast }),
    onDraw: draw,
    onKeyDown,
    onOpen: (next: ChartDialog) => (next === 'indicators' ? openSettings(null) : setDialog(next)),
    onSnapshot: () =>
      host.current &&
      engine &&
      takeSnapshot({ host: host.current, colors: engine.colors, symbol, interval, source: source.words, marketTime: marketNow() }),
  }
  return (
    <Area aria-label={`Price chart of ${symbol}`} className={cx('chart-frame', props.className)}>
      <div className="chart">
        {props.isBare !== true && <ChartToolbar {...toolbar} />}
        <ChartLegend symbol={symbol} handle={legend} />
        <div
          ref={body}
          className="chart-body"
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the chart is worked with the keyboard
          tabIndex={0}
          aria-label={`Candles of ${symbol}, ${INTERVAL_WORDS[interval]}. Arrows move the crosshair, plus and minus zoom, s reads out a summary.`}
          onKeyDown={onKeyDown}
        >
          <div ref={host} className="chart-canvas" />
          <ChartCover symbol={symbol} feed={feed} onRetry={retry} />
          <div className="chart-notes">
            <p className="chart-note" role="status">
              {said || (hasOlderFailed ? 'Older candles could not be loaded. Scroll on to try again.' : '')}
            </p>
            <ChartSaveNote {...saving} onSaveNow={desk.saveNow} />
          </div>
        </div>
      </div>
      {(dialog !== null || text !== null) && (
        <Suspense>
          <ChartDialogs
            dialog={dialog}
            setting={setting}
            desk={desk}
            symbol={symbol}
            engine={engine}
            toolbar={toolbar}
            text={text}
            onText={setText}
            onPut={finish}
            onSelect={select}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </Area>
  )
}

/** The look without what the user takes away at its name on the chart. */
const removedBy = (ask: Exclude<LegendAsk, { readonly do: 'set' }>, { indicators, compare }: Look): Partial<Look> =>
  ask.do === 'stop-comparing'
    ? { compare: compare.filter((symbol) => symbol !== ask.symbol) }
    : { indicators: indicators.filter((each) => idOf(each) !== idOf(ask.indicator)) }

/** Words for the live region, gone after a while. */
function useSaid(): readonly [string, (words: string) => void] {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (said === '') return
    const timer = setTimeout(() => setSaid(''), SAID_MS)
    return () => clearTimeout(timer)
  }, [said])
  return [said, setSaid]
}

function useSource(engine: ChartEngine | null): { readonly words: string } {
  const market = useMarketStatus()
  const badge = market?.badge
  const kind = market?.source
  useEffect(() => engine?.setWatermark(kind === 'sim' ? 'SIMULATED' : kind === 'replay' ? 'REPLAY' : null), [engine, kind])
  return { words: badge === undefined ? 'Source not known yet' : `${badge} · ${market?.detail ?? ''}` }
}

function summaryOf(engine: ChartEngine, { symbol, desk, source }: { symbol: string; desk: ChartDocument; source: string }): string {
  const { from, to } = shownBars(engine.chart)
  const { look, history } = desk.store.getState()
  return summaryWords({
    symbol,
    intervalWords: INTERVAL_WORDS[engine.interval],
    bars: engine.chart.getDataList().slice(from, to),
    indicators: look.indicators.map(({ name }) => name),
    drawings: history.now.length,
    source,
  })
}
