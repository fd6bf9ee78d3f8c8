import type { Drawing } from '@aerie/wire/market/charts'
import { useStore } from 'zustand'
import type { ChartEngine } from '../../../chart-engine/chart-engine.ts'
import { clearDrawings, putDrawing, removeDrawing } from '../../../chart-engine/drawings/drawing-history.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import * as WORDS from '../chart-dialog-words.ts'
import type { ChartDocument } from '../document/chart-document.ts'
import { INTERVAL_WORDS } from '../interval-words.ts'
import { type ChartDialog, type ToolbarProps, ToolList } from '../menus/chart-toolbar.tsx'
import { CandleTableDialog, TABLE_CANDLES } from './candle-table-dialog.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { DrawingStyleDialog } from './drawing-style-dialog.tsx'
import { DrawingsDialog } from './drawings-dialog.tsx'
import { IndicatorDialog } from './indicator-dialog.tsx'
import { TextDialog } from './text-dialog.tsx'

type ChartDialogsProps = {
  readonly dialog: ChartDialog | null
  /** The indicator whose settings are asked for, by its id. */
  readonly setting: string | null
  /** The drawing that is selected. */
  readonly selected: string | null
  readonly chartDocument: ChartDocument
  readonly symbol: string
  readonly engine: ChartEngine | null
  readonly toolbar: ToolbarProps
  /** The text drawing whose words are being written. */
  readonly text: Drawing | null
  readonly onText: (drawing: Drawing | null) => void
  readonly onPut: (drawing: Drawing) => void
  readonly onSelect: (id: string) => void
  readonly onClose: () => void
}

/** The one dialog of the chart that is open, if any. */
export function ChartDialogs({
  dialog,
  setting,
  selected: selectedId,
  chartDocument,
  symbol,
  engine,
  toolbar,
  text,
  onText,
  onPut,
  onSelect,
  onClose,
}: ChartDialogsProps) {
  const { look, history } = useStore(chartDocument.store)
  const selected = history.now.find(({ id }) => id === selectedId) ?? null
  if (text !== null) {
    return <TextDialog text={text.text ?? ''} onText={(words) => onPut({ ...text, text: words })} onClose={() => onText(null)} />
  }
  switch (dialog) {
    case 'indicators':
      return (
        <IndicatorDialog
          setting={setting}
          chosen={look.indicators}
          onChange={(indicators) => chartDocument.changeLook({ indicators })}
          onClose={onClose}
        />
      )
    case 'compare':
      return (
        <CompareDialog
          symbol={symbol}
          compared={look.compare}
          onChange={(compare) => chartDocument.changeLook({ compare })}
          onClose={onClose}
        />
      )
    case 'drawings':
      return (
        <DrawingsDialog
          drawings={history.now}
          onSelect={(id) => {
            onSelect(id)
            onClose()
          }}
          onLock={(drawing) => chartDocument.changeDrawings((now) => putDrawing(now, { ...drawing, locked: !drawing.locked }))}
          onRemove={(id) => chartDocument.changeDrawings((now) => removeDrawing(now, id))}
          onClear={() => chartDocument.changeDrawings(clearDrawings)}
          onClose={onClose}
        />
      )
    case 'style':
      return selected === null ? null : <DrawingStyleDialog drawing={selected} onPut={onPut} onClose={onClose} />
    case 'table':
      return (
        <CandleTableDialog
          title={WORDS.lastCandles(symbol, TABLE_CANDLES, INTERVAL_WORDS[toolbar.interval])}
          bars={engine?.chart.getDataList() ?? []}
          interval={toolbar.interval}
          onClose={onClose}
        />
      )
    case 'tools':
      return (
        <Dialog title="Chart tools" onClose={onClose}>
          <ToolList {...toolbar} onDone={onClose} />
        </Dialog>
      )
    case null:
      return null
  }
}
