import type { ComponentProps, KeyboardEventHandler, MouseEventHandler, ReactNode, RefObject } from 'react'
import type { ChartEngine } from '../../chart-engine/chart-engine.ts'
import { ChartCover } from './chart-cover.tsx'
import { ChartSaveNote } from './document/chart-save-note.tsx'
import { ChartEngineContext } from './engine-context.ts'
import { INTERVAL_WORDS } from './interval-words.ts'
import { SelectedDrawing } from './menus/selected-drawing.tsx'

type ChartBodyProps = {
  readonly body: RefObject<HTMLDivElement | null>
  readonly host: RefObject<HTMLDivElement | null>
  readonly cover: ComponentProps<typeof ChartCover>
  /** The drawing that is selected, with what can be done to it. */
  readonly selected: ComponentProps<typeof SelectedDrawing> | null
  readonly saving: ComponentProps<typeof ChartSaveNote>
  /** Shown for a moment, and read out. */
  readonly said: string
  readonly onKeyDown: KeyboardEventHandler
  readonly onContextMenu: MouseEventHandler
  readonly engine: ChartEngine | null
  /** Parts that draw on the chart. */
  readonly children: ReactNode
}

/** The canvases of the chart with all that stands over them; it has the keyboard. */
export const ChartBody = ({ body, host, cover, selected, saving, said, engine, children, ...heard }: ChartBodyProps) => (
  <div
    ref={body}
    className="chart-body"
    role="application"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the chart is worked with the keyboard
    tabIndex={0}
    aria-label={chartKeys(cover.symbol, INTERVAL_WORDS[cover.interval])}
    {...heard}
  >
    <div ref={host} className="chart-canvas" data-waiting={cover.feed.kind === 'ready' ? undefined : ''} />
    <ChartCover {...cover} />
    {selected !== null && <SelectedDrawing {...selected} />}
    <div className="chart-notes">
      <p className="chart-note" role="status">
        {said}
      </p>
      <ChartSaveNote {...saving} />
    </div>
    <ChartEngineContext value={engine}>{children}</ChartEngineContext>
  </div>
)

const chartKeys = (symbol: string, text: string) =>
  `Candles of ${symbol}, ${text}. Arrows move the crosshair, plus and minus zoom, s reads out a summary.`
