import { saveFile } from '../../../lib/storage/save-file.ts'
import { useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { SIGN_IN_WORDS } from './sign-in-words.ts'

const { otp: WORDS } = SIGN_IN_WORDS

type RecoveryCodesDialogProps = { readonly codes: readonly string[]; readonly onClose: () => void }

/** The recovery codes, this once: to be copied, saved or written down. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const email = useSession((state) => state.user?.email ?? '')
  const text = codes.join('\n')
  return (
    <Dialog
      title={WORDS.codesTitle}
      description={WORDS.codesText}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => copyText(text, WORDS.codesCopied, WORDS.selectCodes)}>{WORDS.copyCodes}</Button>
          <Button onClick={() => saveFile('aerie-recovery-codes.txt', `${WORDS.fileHead(email)}\n\n${text}\n`, 'text/plain')}>
            {WORDS.saveCodes}
          </Button>
          <Button variant="primary" data-autofocus="" onClick={onClose}>
            {WORDS.stored}
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
