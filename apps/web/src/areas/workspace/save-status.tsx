import { savingText } from '../../platform/documents/saving-text.ts'
import type { DocumentState } from '../../platform/documents/synced-document.ts'
import { Button } from '../../ui/controls/button.tsx'
import './save-status.css'

type SaveStatusProps = Pick<DocumentState<unknown>, 'saving' | 'trouble' | 'isFragile'> & {
  readonly retry: () => void
  readonly always?: boolean
}

export function SaveStatus({ retry, always = false, ...state }: SaveStatusProps) {
  const isStuck = state.saving === 'offline' || state.saving === 'refused'
  return (
    <div className="save-status" role="status" data-saving={state.saving}>
      {(always || isStuck) && <span>{savingText(state)}</span>}
      {isStuck && (
        <Button size="sm" variant="secondary" onClick={retry}>
          Try Again
        </Button>
      )}
    </div>
  )
}
