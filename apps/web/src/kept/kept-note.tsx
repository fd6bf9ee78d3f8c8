import { Button } from '../ui/button.tsx'
import type { KeptState } from './kept-document.ts'
import { savingWords } from './saving-words.ts'
import './kept-note.css'

type KeptNoteProps = Pick<KeptState<unknown>, 'saving' | 'trouble' | 'isFragile'> & {
  readonly retry: () => void
  /** Says so too where all is saved; else nothing is drawn then. */
  readonly always?: boolean
}

/** Says in plain sight whether the server has what was changed, and what happens where it does not. */
export function KeptNote({ retry, always = false, ...state }: KeptNoteProps) {
  const isStuck = state.saving === 'offline' || state.saving === 'refused'
  return (
    <div className="kept-note" role="status" data-saving={state.saving}>
      {(always || isStuck) && <span>{savingWords(state)}</span>}
      {isStuck && (
        <Button size="sm" variant="secondary" onClick={retry}>
          Try Again
        </Button>
      )}
    </div>
  )
}
