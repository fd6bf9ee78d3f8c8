import type { Drawing } from '@aerie/wire/market/charts'
import { Lock, LockOpen, Palette, Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { drawingText } from '../drawing-text.ts'

type SelectedDrawingProps = {
  readonly drawing: Drawing
  readonly onStyle: () => void
  readonly onLock: () => void
  readonly onRemove: () => void
}

export function SelectedDrawing({ drawing, onStyle, onLock, onRemove }: SelectedDrawingProps) {
  const text = drawingText(drawing)
  return (
    <div className="chart-selected" role="toolbar" aria-label={`Selected: ${text}`}>
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
