import { saveFile } from '../../../lib/storage/save-file.ts'
import { useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

type RecoveryCodesDialogProps = { readonly codes: readonly string[]; readonly onClose: () => void }

/** The recovery codes, this once: to be copied, saved or written down. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const email = useSession((state) => state.user?.email ?? '')
  const text = codes.join('\n')
  return (
    <Dialog
      title="Recovery codes"
      description="Save these somewhere you can reach without your phone. Each replaces a code once. They are not shown again."
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => copyText(text, 'Recovery codes copied.', 'Select them instead.')}>Copy</Button>
          <Button
            onClick={() =>
              saveFile('aerie-recovery-codes.txt', `${`Recovery codes of ${email} for Aerie. Each works once.`}\n\n${text}\n`, 'text/plain')
            }
          >
            Save as a file
          </Button>
          <Button variant="primary" data-autofocus="" onClick={onClose}>
            I have saved them
          </Button>
        </>
      }
    >
      <ul className="grid grid-cols-1 gap-x-4 gap-y-1 rounded-md border border-line bg-surface-1 p-3 sm:grid-cols-2">
        {/* In the text's own font an x between digits is drawn as a multiplication sign. */}
        {codes.map((code) => (
          <li key={code} className="select-all text-center font-mono text-15 text-ink-1">
            {code}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
