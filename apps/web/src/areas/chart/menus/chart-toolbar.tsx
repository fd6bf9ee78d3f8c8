import { INTERVALS, type Interval } from '@aerie/core/market/candle'
import { recordKeys } from '@aerie/core/record-keys'
import { CHART_TYPES } from '@aerie/wire/market/charts'
import {
  Camera,
  ChartCandlestick,
  ChartSpline,
  Ellipsis,
  GitCompareArrows,
  Layers,
  Magnet,
  Redo2,
  RotateCcw,
  Scale3d,
  Sparkles,
  Table2,
  Undo2,
  Volume2,
} from 'lucide-react'
import { type ComponentPropsWithoutRef, type KeyboardEventHandler, type ReactNode, useId } from 'react'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { SCALES, type Scale } from '../axes/price-axes.ts'
import type { ChartType } from '../bars/price-series.ts'
import { DRAWING_KINDS, type DrawingKind } from '../drawings/drawing-kinds.ts'
import { INTERVAL_LABELS } from '../interval-labels.ts'
import { useMissingTimeframes } from '../timeframes.ts'
import { DRAWING_ICONS, moveAlong } from './chart-rail.tsx'

export type ChartDialog = 'indicators' | 'compare' | 'drawings' | 'style' | 'table' | 'tools'

const TYPE_LABELS: Readonly<Record<ChartType, string>> = {
  candles: 'Candles',
  hollow: 'Hollow candles',
  bars: 'Bars',
  line: 'Line',
  area: 'Area',
  'heikin-ashi': 'Heikin-Ashi',
}
const SCALE_LABELS: Readonly<Record<Scale, string>> = { linear: 'Linear', log: 'Logarithmic', percent: 'Percent' }

export type ToolbarProps = {
  readonly symbol: string
  readonly interval: Interval
  readonly scale: Scale
  readonly type: ChartType
  readonly hasForecast: boolean
  readonly showsForecast: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly onInterval: (interval: Interval) => void
  readonly onScale: (scale: Scale) => void
  readonly onType: (type: ChartType) => void
  readonly onForecast: () => void
  readonly magnet: boolean
  readonly onMagnet: () => void
  readonly onDraw: (kind: DrawingKind) => void
  readonly onUndo: () => void
  readonly onReset: () => void
  readonly onRedo: () => void
  readonly onOpen: (dialog: ChartDialog) => void
  readonly onSnapshot: () => void
  readonly onSummary: () => void
  readonly onKeyDown: KeyboardEventHandler
}

export function ChartToolbar(props: ToolbarProps) {
  const missing = useMissingTimeframes(props.symbol)
  return (
    <div
      className="flex items-center gap-0.5 border-line border-b px-1 py-0.5"
      role="toolbar"
      aria-label="Chart"
      onKeyDown={(event) => moveAlong(event, 'ArrowLeft', 'ArrowRight') || props.onKeyDown(event)}
    >
      <fieldset translate="no" className="mr-1 flex @max-[40rem]/chart:flex-1">
        <legend className="sr-only">Timeframe</legend>
        {INTERVALS.map((interval) => (
          <Timeframe
            key={interval}
            reason={missing.get(interval)}
            onInterval={props.onInterval}
            interval={interval}
            isOn={interval === props.interval}
          />
        ))}
      </fieldset>
      <div className="flex min-w-0 flex-1 items-center gap-0.5 @max-[40rem]/chart:hidden [&_[aria-pressed=true]]:text-accent-text">
        <Tools {...props} />
      </div>
      <span className="ml-auto hidden @max-[40rem]/chart:block">
        <IconButton label="Chart tools" onClick={() => props.onOpen('tools')}>
          <Ellipsis size={18} aria-hidden="true" />
        </IconButton>
      </span>
    </div>
  )
}

type TimeframeProps = Pick<ToolbarProps, 'interval' | 'onInterval'> & {
  readonly reason: string | undefined
  readonly isOn: boolean
}

/** Without candles it stays focusable, so that the reason can be read. */
function Timeframe({ interval, reason, onInterval, isOn }: TimeframeProps) {
  const id = useId()
  const isOff = reason !== undefined && !isOn
  const button = (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={`${interval}, ${INTERVAL_LABELS[interval]}`}
      aria-disabled={isOff || undefined}
      aria-describedby={reason === undefined ? undefined : id}
      onClick={() => !isOff && onInterval(interval)}
      className="min-h-7 min-w-8 rounded-md px-1.5 text-12 text-ink-2 hover:bg-surface-3 aria-disabled:cursor-not-allowed aria-disabled:text-ink-3 aria-disabled:opacity-50 aria-pressed:bg-surface-4 aria-pressed:font-semibold aria-pressed:text-ink-1 @max-[40rem]/chart:flex-1 pointer-coarse:min-h-11"
    >
      {interval}
    </button>
  )
  return reason === undefined ? (
    button
  ) : (
    <Tooltip id={id} text={reason}>
      {button}
    </Tooltip>
  )
}

function Tools(props: ToolbarProps) {
  return (
    <>
      <Menu
        label="Chart type"
        align="start"
        items={typeItems(props)}
        trigger={(trigger) => (
          <IconButton label="Chart type" {...trigger}>
            <ChartCandlestick size={16} aria-hidden="true" />
          </IconButton>
        )}
      />
      <IconButton label="Indicators" aria-haspopup="dialog" onClick={() => props.onOpen('indicators')}>
        <ChartSpline size={16} aria-hidden="true" />
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
      <span className="flex-1" />
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

const scaleItems = ({ scale, onScale }: Pick<ToolbarProps, 'scale' | 'onScale'>): MenuItem[] =>
  SCALES.map((each) => ({ id: each, label: SCALE_LABELS[each], isChosen: each === scale, onSelect: () => onScale(each) }))

const typeItems = ({ type, onType }: Pick<ToolbarProps, 'type' | 'onType'>): MenuItem[] =>
  CHART_TYPES.map((each) => ({ id: each, label: TYPE_LABELS[each], isChosen: each === type, onSelect: () => onType(each) }))

type SheetEntry = { readonly label: string; readonly icon?: ReactNode; readonly isOn?: boolean; readonly onPress: () => void }

export function ToolList({ onDone, ...props }: ToolbarProps & { readonly onDone: () => void }) {
  const entries: SheetEntry[] = [
    { label: 'Indicators', icon: <ChartSpline size={18} aria-hidden="true" />, onPress: () => props.onOpen('indicators') },
    { label: 'Compare with other coins', icon: <GitCompareArrows size={18} aria-hidden="true" />, onPress: () => props.onOpen('compare') },
    { label: 'Drawings', icon: <Layers size={18} aria-hidden="true" />, onPress: () => props.onOpen('drawings') },
    { label: 'Last 100 candles as a table', icon: <Table2 size={18} aria-hidden="true" />, onPress: () => props.onOpen('table') },
    ...recordKeys(DRAWING_KINDS).map((kind) => ({
      label: DRAWING_KINDS[kind].label,
      icon: DRAWING_ICONS[kind],
      onPress: () => props.onDraw(kind),
    })),
    { label: 'Magnet', icon: <Magnet size={18} aria-hidden="true" />, isOn: props.magnet, onPress: props.onMagnet },
    ...CHART_TYPES.map((type) => ({
      label: TYPE_LABELS[type],
      icon: <ChartCandlestick size={18} aria-hidden="true" />,
      isOn: type === props.type,
      onPress: () => props.onType(type),
    })),
    ...SCALES.map((scale) => ({
      label: `${SCALE_LABELS[scale]} scale`,
      icon: <Scale3d size={18} aria-hidden="true" />,
      isOn: scale === props.scale,
      onPress: () => props.onScale(scale),
    })),
    ...(props.hasForecast
      ? [
          {
            label: 'Forecast fan',
            icon: <Sparkles size={18} aria-hidden="true" />,
            isOn: props.showsForecast,
            onPress: props.onForecast,
          },
        ]
      : []),
    { label: 'Reset view', icon: <RotateCcw size={18} aria-hidden="true" />, onPress: props.onReset },
    { label: 'Undo', icon: <Undo2 size={18} aria-hidden="true" />, onPress: props.onUndo },
    { label: 'Redo', icon: <Redo2 size={18} aria-hidden="true" />, onPress: props.onRedo },
    { label: 'Save as PNG', icon: <Camera size={18} aria-hidden="true" />, onPress: props.onSnapshot },
    { label: 'Read out a summary', icon: <Volume2 size={18} aria-hidden="true" />, onPress: props.onSummary },
  ]
  return (
    <ul className="flex flex-col">
      {entries.map(({ label, icon, isOn, onPress }) => (
        <li key={label}>
          <ToolRow
            {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
            onClick={() => {
              onDone()
              onPress()
            }}
          >
            {icon}
            {label}
          </ToolRow>
        </li>
      ))}
    </ul>
  )
}

export const ToolRow = (props: Omit<ComponentPropsWithoutRef<'button'>, 'className' | 'type'>) => (
  <button
    type="button"
    className="flex min-h-(--row) w-full items-center gap-2.5 rounded-md px-2 text-left text-13 text-ink-1 hover:bg-surface-3 aria-disabled:text-ink-3 aria-pressed:font-semibold aria-pressed:text-accent-text"
    {...props}
  />
)
