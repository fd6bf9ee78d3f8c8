import { useAskedAlert } from '../../alerts/ask-for-alert.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import * as WORDS from './alerts-page-words.ts'
import { AlertEditor } from './editor/alert-editor.tsx'

/** The form of an alert over the page, as it was asked for from a chart, a table, the palette or the chat. */
export function AlertDialog({ onClose }: { readonly onClose: () => void }) {
  const { draft, alert, filledBy } = useAskedAlert()
  return (
    <Dialog title={alert === null ? WORDS.newAlert : WORDS.changeAlert} isWide onClose={onClose}>
      <AlertEditor start={draft} alert={alert} filledBy={filledBy} onDone={onClose} />
    </Dialog>
  )
}
