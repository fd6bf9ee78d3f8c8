import type { Interval } from '@aerie/core/market/candle'
import { type Drawing, type LineStyle, MOST_COMPARED } from '@aerie/wire/market/charts'
import { SUPPORTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { Lock, LockOpen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { LearnLink } from '../../../platform/navigation/learn-link.tsx'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ScrollSection } from '../../../ui/panel.tsx'
import { FigureCell, TableHead } from '../../../ui/table.tsx'
import { type Bar, isGap } from '../bars/bars.ts'
import type { ChartDocument } from '../document/chart-document.ts'
import { drawingText } from '../drawing-text.ts'
import { clearDrawings, removeDrawing, saveDrawing } from '../drawings/drawing-history.ts'
import { DRAWING_KINDS } from '../drawings/drawing-kinds.ts'
import type { ChartEngine } from '../engine/chart-engine.ts'
import { legendText } from '../engine/chart-text.ts'
import { INTERVAL_LABELS } from '../interval-labels.ts'
import { type ChartDialog, type ToolbarProps, ToolList, ToolRow } from '../menus/chart-toolbar.tsx'
import { IndicatorDialog } from './indicator-dialog.tsx'
import { LineStyleFields } from './line-style-fields.tsx'

type ChartDialogsProps = {
  readonly dialog: ChartDialog | null
  readonly setting: string | null
  readonly selected: string | null
  readonly chartDocument: ChartDocument
  readonly symbol: string
  readonly engine: ChartEngine | null
  readonly toolbar: ToolbarProps
  readonly text: Drawing | null
  readonly onText: (drawing: Drawing | null) => void
  readonly onSave: (drawing: Drawing) => void
  readonly onSelect: (id: string) => void
  readonly onClose: () => void
}

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
  onSave,
  onSelect,
  onClose,
}: ChartDialogsProps) {
  const { look, history } = useStore(chartDocument.store)
  const selected = history.now.find(({ id }) => id === selectedId) ?? null
  if (text !== null) {
    return <TextDialog text={text.text ?? ''} onText={(nextText) => onSave({ ...text, text: nextText })} onClose={() => onText(null)} />
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
          onLock={(drawing) => chartDocument.changeDrawings((now) => saveDrawing(now, { ...drawing, locked: !drawing.locked }))}
          onRemove={(id) => chartDocument.changeDrawings((now) => removeDrawing(now, id))}
          onClear={() => chartDocument.changeDrawings(clearDrawings)}
          onClose={onClose}
        />
      )
    case 'style':
      return selected === null ? null : <DrawingStyleDialog drawing={selected} onSave={onSave} onClose={onClose} />
    case 'table':
      return (
        <CandleTableDialog
          title={`${symbol}, last ${TABLE_CANDLES} candles of ${INTERVAL_LABELS[toolbar.interval]}`}
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

const FIRST_STYLE: LineStyle = { color: 7, width: 2, dash: 'solid' }

type DrawingStyleDialogProps = { readonly drawing: Drawing; readonly onSave: (drawing: Drawing) => void; readonly onClose: () => void }

const DrawingStyleDialog = ({ drawing, onSave, onClose }: DrawingStyleDialogProps) => (
  <Dialog title="Style" description={drawingText(drawing)} onClose={onClose}>
    <LineStyleFields
      of={DRAWING_KINDS[drawing.kind].label}
      style={drawing.style ?? FIRST_STYLE}
      onStyle={(style) => onSave({ ...drawing, style })}
    />
  </Dialog>
)

type TextDialogProps = { readonly text: string; readonly onText: (text: string) => void; readonly onClose: () => void }

function TextDialog({ text, onText, onClose }: TextDialogProps) {
  const [draft, setDraft] = useState(text)
  const save = () => {
    if (draft.trim() !== '') onText(draft.trim())
    onClose()
  }
  return (
    <Dialog
      title="Text on the chart"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={save} disabledReason={draft.trim() === '' ? 'Enter a text first' : undefined}>
          Save
        </Button>
      }
    >
      <TextField
        label="Text"
        data-autofocus
        maxLength={200}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // It would also press the button that gets the focus.
          event.preventDefault()
          save()
        }}
      />
    </Dialog>
  )
}

type CompareDialogProps = {
  readonly symbol: string
  readonly compared: readonly string[]
  readonly onChange: (compared: string[]) => void
  readonly onClose: () => void
}

function CompareDialog({ symbol, compared, onChange, onClose }: CompareDialogProps) {
  const [search, setSearch] = useState('')
  const found = SUPPORTED_SYMBOLS.filter((other) => other !== symbol && other.includes(search.trim().toUpperCase()))
  const toggle = (other: string) => {
    if (compared.includes(other)) onChange(compared.filter((each) => each !== other))
    else if (compared.length < MOST_COMPARED) onChange([...compared, other])
  }
  return (
    <Dialog
      title={`Compare ${symbol} with`}
      description={`Up to ${MOST_COMPARED} coins, in percent since the left edge of the chart.`}
      onClose={onClose}
    >
      <TextField label="Search" type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
      <ul className="flex max-h-[40dvh] flex-col overflow-auto">
        {found.map((other) => {
          const isOn = compared.includes(other)
          const isFull = !isOn && compared.length >= MOST_COMPARED
          return (
            <li key={other}>
              <ToolRow aria-pressed={isOn} aria-disabled={isFull || undefined} onClick={() => toggle(other)}>
                {other}
                {isFull && <span className="text-11 text-ink-3">Remove one first</span>}
              </ToolRow>
            </li>
          )
        })}
        {found.length === 0 && <li className="py-3 text-13 text-ink-2">No matching coin.</li>}
      </ul>
    </Dialog>
  )
}

type DrawingsDialogProps = {
  readonly drawings: readonly Drawing[]
  readonly onSelect: (id: string) => void
  readonly onLock: (drawing: Drawing) => void
  readonly onRemove: (id: string) => void
  readonly onClear: () => void
  readonly onClose: () => void
}

function DrawingsDialog({ drawings, onSelect, onLock, onRemove, onClear, onClose }: DrawingsDialogProps) {
  return (
    <Dialog
      title="Drawings"
      description="A selected drawing moves with Alt and the arrows on the chart; Delete removes it; l locks it."
      onClose={onClose}
      footer={drawings.some(({ locked }) => !locked) && <Button onClick={onClear}>Delete all unlocked</Button>}
    >
      {drawings.length === 0 && (
        <p className="text-13 text-ink-2">No drawings yet. Choose a drawing tool, or press t on the chart for a trend line.</p>
      )}
      <ul className="flex flex-col">
        {drawings.map((drawing) => {
          const drawingLabel = drawingText(drawing)
          return (
            <li key={drawing.id} className="flex items-center gap-1">
              <ToolRow onClick={() => onSelect(drawing.id)}>{drawingLabel}</ToolRow>
              <IconButton
                label={`${drawing.locked ? 'Unlock' : 'Lock'}: ${drawingLabel}`}
                aria-pressed={drawing.locked}
                onClick={() => onLock(drawing)}
              >
                {drawing.locked ? <Lock size={16} aria-hidden="true" /> : <LockOpen size={16} aria-hidden="true" />}
              </IconButton>
              {!drawing.locked && (
                <IconButton label={`Delete: ${drawingLabel}`} onClick={() => onRemove(drawing.id)}>
                  <Trash2 size={16} aria-hidden="true" />
                </IconButton>
              )}
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

const TABLE_CANDLES = 100

type CandleTableProps = {
  readonly title: string
  readonly bars: readonly Bar[]
  readonly interval: Interval
  readonly onClose: () => void
}

/** The newest candles, newest first: the accessible alternative to the chart. */
export function CandleTableDialog({ title, bars, interval, onClose }: CandleTableProps) {
  const rows = bars.slice(-TABLE_CANDLES).map((bar, i, shown) => ({ bar, text: legendText(bar, shown[i - 1] ?? null, interval) }))
  return (
    <Dialog title={title} isWide className="sm:max-w-3xl" onClose={onClose}>
      <ScrollSection className="chart-table" aria-label="Candles" data-autofocus="">
        <table>
          <caption className="sr-only">{`${title}, newest first`}</caption>
          <TableHead titles={['Time', 'Open', 'High', 'Low', 'Close', 'Change', 'Volume']} />
          <tbody>
            {rows.toReversed().map(({ bar, text }) => (
              <tr key={bar.timestamp}>
                <th scope="row" title={text.utc}>
                  {text.time}
                </th>
                {isGap(bar) ? (
                  <td colSpan={6}>No candle is known</td>
                ) : (
                  <>
                    <FigureCell>{text.open}</FigureCell>
                    <FigureCell>{text.high}</FigureCell>
                    <FigureCell>{text.low}</FigureCell>
                    <FigureCell>{text.close}</FigureCell>
                    <FigureCell data-tone={text.tone}>{text.change}</FigureCell>
                    <FigureCell>{text.volume}</FigureCell>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollSection>
      <p className="mt-3">
        <LearnLink term="candles" />
      </p>
    </Dialog>
  )
}
