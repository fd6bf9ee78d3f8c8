import type { Drawing, LineStyle } from '@aerie/wire/market/charts'
import { DRAWING_KINDS } from '../../../chart-engine/drawings/drawing-kinds.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { drawingWords } from '../drawing-words.ts'
import { LineStyleFields } from './line-style-fields.tsx'

/** As drawings look that nobody has changed. */
const FIRST_STYLE: LineStyle = { color: 7, width: 2, dash: 'solid' }

type DrawingStyleDialogProps = { readonly drawing: Drawing; readonly onPut: (drawing: Drawing) => void; readonly onClose: () => void }

/** Colour, width and dashes of one drawing; each change shows at once and can be undone. */
export const DrawingStyleDialog = ({ drawing, onPut, onClose }: DrawingStyleDialogProps) => (
  <Dialog title="Style" description={drawingWords(drawing)} onClose={onClose}>
    <LineStyleFields
      of={DRAWING_KINDS[drawing.kind].label}
      style={drawing.style ?? FIRST_STYLE}
      onStyle={(style) => onPut({ ...drawing, style })}
    />
  </Dialog>
)
