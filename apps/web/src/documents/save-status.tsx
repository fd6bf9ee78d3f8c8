import { Button } from '../ui/controls/button.tsx'
import { savingWords } from './saving-words.ts'
import type { DocumentState } from './synced-document.ts'
import './save-status.css'

type SaveStatusProps = Pick<DocumentState<unknown>, 'saving' | 'trouble' | 'isFragile'> & {
  readonly retry: () => void
  /** Says so too where all is saved; else nothing is drawn then. */
  readonly always?: boolean
}

/** Says in plain sight whether the server has what was changed, and what happens where it does not. */
export function SaveStatus({ retry, always = false, ...state }: SaveStatusProps) {
  const isStuck = state.saving === 'offline' || state.saving === 'refused'
  return (
    <div className="save-status" role="status" data-saving={state.saving}>
      {(always || isStuck) && <span>{savingWords(state)}</span>}
      {isStuck && (
        <Button size="sm" variant="secondary" onClick={retry}>
          Try Again
        </Button>
      )}
    </div>
  )
}
