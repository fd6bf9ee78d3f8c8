import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useAskedAlert } from './ask-for-alert.ts'
import { AlertEditor } from './editor/alert-editor.tsx'

export function AlertDialog({ onClose }: { readonly onClose: () => void }) {
  const { draft, alert, filledBy } = useAskedAlert()
  return (
    <Dialog title={alert === null ? 'New alert' : 'Change alert'} isWide onClose={onClose}>
      <AlertEditor start={draft} alert={alert} filledBy={filledBy} onDone={onClose} />
    </Dialog>
  )
}
