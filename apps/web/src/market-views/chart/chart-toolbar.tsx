import { INTERVALS, type Interval } from '@aerie/core/candle'
import { recordKeys } from '@aerie/core/record-keys'
import {
  Camera,
  ChartCandlestick,
  ChartSpline,
  Ellipsis,
  GitCompareArrows,
  Layers,
  PencilRuler,
  Redo2,
  Scale3d,
  Sparkles,
  Table2,
  Undo2,
  Volume2,
} from 'lucide-react'
import type { KeyboardEvent, KeyboardEventHandler, ReactNode } from 'react'
import { DRAWING_KINDS, type DrawingKind } from '../../chart-engine/drawings/drawing-kinds.ts'
import { SCALES, type Scale } from '../../chart-engine/price-axes.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'

/** Dialogs that the toolbar opens. */
export type ChartDialog = 'indicators' | 'compare' | 'drawings' | 'table' | 'tools'

export const INTERVAL_WORDS: Readonly<Record<Interval, string>> = {
  '1m': '1 minute',
  '5m': '5 minutes',
  '15m': '15 minutes',
  '1h': '1 hour',
  '4h': '4 hours',
  '1d': '1 day',
  '1w': '1 week',
}
const SCALE_WORDS: Readonly<Record<Scale, string>> = { linear: 'Linear', log: 'Logarithmic', percent: 'Percent' }

export type ToolbarProps = {
  readonly interval: Interval
  readonly scale: Scale
  readonly hasForecast: boolean
  readonly showsForecast: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly onInterval: (interval: Interval) => void
  readonly onScale: (scale: Scale) => void
  readonly onForecast: () => void
  readonly onDraw: (kind: DrawingKind) => void
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onOpen: (dialog: ChartDialog) => void
  readonly onSnapshot: () => void
  readonly onSummary: () => void
  readonly onKeyDown: KeyboardEventHandler
}

/** Timeframes and tools. On small screens the tools are a sheet. */
export function ChartToolbar(props: ToolbarProps) {
  return (
    <div className="chart-toolbar" role="toolbar" aria-label="Chart" onKeyDown={(event) => moveAlong(event) || props.onKeyDown(event)}>
      <fieldset className="chart-intervals">
        <legend className="sr-only">Timeframe</legend>
        {INTERVALS.map((interval) => (
          <button
            key={interval}
            type="button"
            aria-pressed={interval === props.interval}
            aria-label={`${interval}, ${INTERVAL_WORDS[interval]}`}
            onClick={() => props.onInterval(interval)}
          >
            {interval}
          </button>
        ))}
      </fieldset>
      <span className="chart-wide-tools">
        <Tools {...props} />
      </span>
      <span className="chart-narrow-tools">
        <IconButton label="Chart tools" onClick={() => props.onOpen('tools')}>
          <Ellipsis size={18} aria-hidden="true" />
        </IconButton>
      </span>
    </div>
  )
}

/** The arrows go from button to button, as in any toolbar. @returns whether the key was one of them */
function moveAlong({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>('button:not([role])')].filter((button) => button.offsetParent !== null)
  const at = target instanceof HTMLElement ? buttons.indexOf(target) : -1
  if (by === 0 || at === -1) return false
  buttons[(at + by + buttons.length) % buttons.length]?.focus()
  return true
}

function Tools(props: ToolbarProps) {
  return (
    <>
      <IconButton label="Indicators" aria-haspopup="dialog" onClick={() => props.onOpen('indicators')}>
        <ChartSpline size={16} aria-hidden="true" />
      </IconButton>
      <Menu
        label="Drawing tools"
        align="start"
        items={drawingItems(props.onDraw)}
        trigger={(trigger) => (
          <IconButton label="Draw" {...trigger}>
            <PencilRuler size={16} aria-hidden="true" />
          </IconButton>
        )}
      />
      <IconButton label="Drawings" aria-haspopup="dialog" onClick={() => props.onOpen('drawings')}>
        <Layers size={16} aria-hidden="true" />
      </IconButton>
      <Menu
        label="Price scale"
        align="start"
        items={scaleItems(props)}
        trigger={(trigger) => (
          <IconButton label="Price scale" {...trigger}>
            <Scale3d size={16} aria-hidden="true" />
          </IconButton>
        )}
      />
      <IconButton label="Compare with other coins" aria-haspopup="dialog" onClick={() => props.onOpen('compare')}>
        <GitCompareArrows size={16} aria-hidden="true" />
      </IconButton>
      {props.hasForecast && (
        <IconButton label="Forecast fan" aria-pressed={props.showsForecast} onClick={props.onForecast}>
          <Sparkles size={16} aria-hidden="true" />
        </IconButton>
      )}
      <span className="chart-gap" />
      <IconButton label="Undo" hint="Ctrl+Z" aria-disabled={!props.canUndo || undefined} onClick={props.onUndo}>
        <Undo2 size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label="Redo" hint="Ctrl+Shift+Z" aria-disabled={!props.canRedo || undefined} onClick={props.onRedo}>
        <Redo2 size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label="Last 100 candles as a table" aria-haspopup="dialog" onClick={() => props.onOpen('table')}>
        <Table2 size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label="Read out a summary" hint="s" onClick={props.onSummary}>
        <Volume2 size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label="Save as PNG" onClick={props.onSnapshot}>
        <Camera size={16} aria-hidden="true" />
      </IconButton>
    </>
  )
}

const drawingItems = (onDraw: (kind: DrawingKind) => void): MenuItem[] =>
  recordKeys(DRAWING_KINDS).map((kind) => ({
    id: kind,
    label: DRAWING_KINDS[kind].label,
    keys: DRAWING_KINDS[kind].key,
    onSelect: () => onDraw(kind),
  }))

const scaleItems = ({ scale, onScale }: Pick<ToolbarProps, 'scale' | 'onScale'>): MenuItem[] =>
  SCALES.map((each) => ({ id: each, label: SCALE_WORDS[each], isChosen: each === scale, onSelect: () => onScale(each) }))

type SheetEntry = { readonly label: string; readonly icon?: ReactNode; readonly isOn?: boolean; readonly onPress: () => void }

/** The tools as a list, for the sheet of small screens. */
export function ToolList({ onDone, ...props }: ToolbarProps & { readonly onDone: () => void }) {
  const entries: SheetEntry[] = [
    { label: 'Indicators', icon: <ChartSpline size={18} aria-hidden="true" />, onPress: () => props.onOpen('indicators') },
    { label: 'Compare with other coins', icon: <GitCompareArrows size={18} aria-hidden="true" />, onPress: () => props.onOpen('compare') },
    { label: 'Drawings', icon: <Layers size={18} aria-hidden="true" />, onPress: () => props.onOpen('drawings') },
    { label: 'Last 100 candles as a table', icon: <Table2 size={18} aria-hidden="true" />, onPress: () => props.onOpen('table') },
    ...drawingItems(props.onDraw).map(({ label, onSelect }) => ({
      label,
      icon: <PencilRuler size={18} aria-hidden="true" />,
      onPress: () => onSelect?.(),
    })),
    ...SCALES.map((scale) => ({
      label: `${SCALE_WORDS[scale]} scale`,
      icon: <Scale3d size={18} aria-hidden="true" />,
      isOn: scale === props.scale,
      onPress: () => props.onScale(scale),
    })),
    ...(props.hasForecast
      ? [{ label: 'Forecast fan', icon: <Sparkles size={18} aria-hidden="true" />, isOn: props.showsForecast, onPress: props.onForecast }]
      : []),
    { label: 'Undo', icon: <Undo2 size={18} aria-hidden="true" />, onPress: props.onUndo },
    { label: 'Redo', icon: <Redo2 size={18} aria-hidden="true" />, onPress: props.onRedo },
    { label: 'Save as PNG', icon: <Camera size={18} aria-hidden="true" />, onPress: props.onSnapshot },
    { label: 'Read out a summary', icon: <ChartCandlestick size={18} aria-hidden="true" />, onPress: props.onSummary },
  ]
  return (
    <ul className="flex flex-col">
      {entries.map(({ label, icon, isOn, onPress }) => (
        <li key={label}>
          <button
            type="button"
            className="chart-tool-row"
            {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
            onClick={() => {
              onDone()
              onPress()
            }}
          >
            {icon}
            {label}
          </button>
        </li>
      ))}
    </ul>
  )
}
