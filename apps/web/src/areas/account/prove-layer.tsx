import { answerProof } from '../../platform/session/ask-proof.ts'
import { ReauthenticateDialog } from './security/reauthenticate-dialog.tsx'

export function ProveLayer({ onClose }: { readonly onClose: () => void }) {
  const answer = (isProven: boolean): void => {
    onClose()
    answerProof(isProven)
  }
  return <ReauthenticateDialog onAnswer={answer} />
}
