import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import * as WORDS from '../chart-dialog-words.ts'

type TextDialogProps = { readonly text: string; readonly onText: (text: string) => void; readonly onClose: () => void }

/** The words of a text drawing. */
export function TextDialog({ text, onText, onClose }: TextDialogProps) {
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
        label={WORDS.text}
        data-autofocus
        maxLength={200}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && save()}
      />
    </Dialog>
  )
}
