import type { ComponentProps, KeyboardEventHandler, MouseEventHandler, RefObject } from 'react'
import { ChartCover } from './chart-cover.tsx'
import * as WORDS from './chart-words.ts'
import { ChartSaveNote } from './document/chart-save-note.tsx'
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
}

/** The canvases of the chart with all that stands over them; it has the keyboard. */
export const ChartBody = ({ body, host, cover, selected, saving, said, onKeyDown, onContextMenu }: ChartBodyProps) => (
  <div
    ref={body}
    className="chart-body"
    role="application"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the chart is worked with the keyboard
    tabIndex={0}
    aria-label={WORDS.chartKeys(cover.symbol, INTERVAL_WORDS[cover.interval])}
    onKeyDown={onKeyDown}
    onContextMenu={onContextMenu}
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
  </div>
)
