import { answerProof } from '../../session/ask-proof.ts'
import { ReauthenticateDialog } from './security/reauthenticate-dialog.tsx'

/** The question who is there, for what is asked outside of the account's own pages. */
export function ProveLayer({ onClose }: { readonly onClose: () => void }) {
  const answer = (isProven: boolean): void => {
    onClose()
    answerProof(isProven)
  }
  return <ReauthenticateDialog onAnswer={answer} />
}
