import { recordKeys } from '@aerie/core/record-keys'
import { Layers, Magnet, Minus, MoveUpRight, Rows4, Ruler, Slash, Square, Type } from 'lucide-react'
import type { KeyboardEvent, KeyboardEventHandler, ReactNode } from 'react'
import { IconButton } from '../../../ui/controls/button.tsx'
import { DRAWING_KINDS, type DrawingKind } from '../drawings/drawing-kinds.ts'

export const DRAWING_ICONS: Readonly<Record<DrawingKind, ReactNode>> = {
  segment: <Slash size={16} aria-hidden="true" />,
  ray: <MoveUpRight size={16} aria-hidden="true" />,
  horizontal: <Minus size={16} aria-hidden="true" />,
  vertical: <Minus size={16} className="rotate-90" aria-hidden="true" />,
  rectangle: <Square size={16} aria-hidden="true" />,
  fibonacci: <Rows4 size={16} aria-hidden="true" />,
  measure: <Ruler size={16} aria-hidden="true" />,
  text: <Type size={16} aria-hidden="true" />,
}

type ChartRailProps = {
  readonly kind: DrawingKind | null
  readonly magnet: boolean
  readonly onDraw: (kind: DrawingKind) => void
  readonly onMagnet: () => void
  readonly onDrawings: () => void
  readonly onKeyDown: KeyboardEventHandler
}

export function ChartRail({ kind, magnet, onDraw, onMagnet, onDrawings, onKeyDown }: ChartRailProps) {
  const keys = (event: KeyboardEvent<HTMLElement>) => moveAlong(event, 'ArrowUp', 'ArrowDown') || onKeyDown(event)
  return (
    <div
      className="flex w-10 flex-col items-center gap-0.5 border-line border-r py-1 @max-[40rem]/chart:hidden [&_[aria-pressed=true]]:text-accent-text"
      role="toolbar"
      aria-orientation="vertical"
      aria-label="Drawing tools"
      onKeyDown={keys}
    >
      {recordKeys(DRAWING_KINDS).map((each) => (
        <IconButton
          key={each}
          label={DRAWING_KINDS[each].label}
          hint={DRAWING_KINDS[each].key}
          aria-pressed={each === kind}
          onClick={() => onDraw(each)}
        >
          {DRAWING_ICONS[each]}
        </IconButton>
      ))}
      <hr className="my-1 w-5 border-line" />
      <IconButton label="Magnet: points snap to open, high, low and close" hint="n" aria-pressed={magnet} onClick={onMagnet}>
        <Magnet size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label="Drawings" aria-haspopup="dialog" onClick={onDrawings}>
        <Layers size={16} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** Arrow key navigation of a toolbar. @returns whether the key was handled */
export function moveAlong({ key, target, currentTarget }: KeyboardEvent<HTMLElement>, back: string, on: string): boolean {
  const by = key === on ? 1 : key === back ? -1 : 0
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>('button:not([role])')].filter((button) => button.offsetParent !== null)
  const at = target instanceof HTMLElement ? buttons.indexOf(target) : -1
  if (by === 0 || at === -1) return false
  buttons[(at + by + buttons.length) % buttons.length]?.focus()
  return true
}
