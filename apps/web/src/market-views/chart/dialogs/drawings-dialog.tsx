import type { Drawing } from '@aerie/wire/market/charts'
import { Lock, LockOpen, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { focusWhenGone } from '../../../ui/focus-when-gone.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { drawingWords } from '../drawing-words.ts'

type DrawingsDialogProps = {
  readonly drawings: readonly Drawing[]
  readonly onSelect: (id: string) => void
  readonly onLock: (drawing: Drawing) => void
  readonly onRemove: (id: string) => void
  readonly onClear: () => void
  readonly onClose: () => void
}

/** Every drawing by what it is and where: select, lock, delete without a mouse. */
export function DrawingsDialog({ drawings, onSelect, onLock, onRemove, onClear, onClose }: DrawingsDialogProps) {
  return (
    <Dialog
      title="Drawings"
      description="A selected drawing moves with Alt and the arrows on the chart; Delete removes it; l locks it."
      onClose={onClose}
      footer={
        drawings.some(({ locked }) => !locked) && (
          <Button ref={focusWhenGone} onClick={onClear}>
            Delete all unlocked
          </Button>
        )
      }
    >
      {drawings.length === 0 && (
        <p className="text-13 text-ink-2">No drawings yet. Choose a drawing tool, or press t on the chart for a trend line.</p>
      )}
      <ul className="flex flex-col">
        {drawings.map((drawing) => {
          const words = drawingWords(drawing)
          return (
            <li key={drawing.id} ref={focusWhenGone} className="flex items-center gap-1">
              <button type="button" className="chart-tool-row flex-1" onClick={() => onSelect(drawing.id)}>
                {words}
              </button>
              <IconButton
                label={`${drawing.locked ? 'Unlock' : 'Lock'}: ${words}`}
                aria-pressed={drawing.locked}
                onClick={() => onLock(drawing)}
              >
                {drawing.locked ? <Lock size={16} aria-hidden="true" /> : <LockOpen size={16} aria-hidden="true" />}
              </IconButton>
              {!drawing.locked && (
                <IconButton label={`Delete: ${words}`} onClick={() => onRemove(drawing.id)}>
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
