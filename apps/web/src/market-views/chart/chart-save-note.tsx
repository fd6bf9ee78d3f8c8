import { Button } from '../../ui/button.tsx'
import type { DeskState } from './chart-desk-state.ts'

type SaveNoteProps = Pick<DeskState, 'save' | 'trouble' | 'isFragile'> & { readonly onSaveNow: () => void }

/** Says in plain sight that drawings and settings are not on the server, where they are, and what happens next. */
export function ChartSaveNote({ onSaveNow, ...state }: SaveNoteProps) {
  const words = saveWords(state)
  return (
    <div className="chart-note" role="status" data-part="save">
      {words !== '' && (
        <>
          <span>{words}</span>
          {isStuck(state) && (
            <Button size="sm" variant="secondary" onClick={onSaveNow}>
              Try Again
            </Button>
          )}
        </>
      )}
    </div>
  )
}

const isStuck = ({ save }: Pick<DeskState, 'save'>): boolean => save === 'failed' || save === 'unread' || save === 'refused'

/** What to say of where the chart is kept; nothing while all is well. */
export function saveWords({ save, trouble, isFragile }: Pick<DeskState, 'save' | 'trouble' | 'isFragile'>): string {
  const where = isFragile ? 'This browser cannot keep them either: do not leave the page.' : 'They are kept in this browser'
  switch (save) {
    case 'local':
      return isFragile
        ? 'This browser keeps no drawings and settings: they are gone with the page. Log in to keep them on the server.'
        : 'Drawings and settings are kept in this browser only. Log in to keep them on the server.'
    case 'failed':
      return `Drawings and settings are not saved yet. ${isFragile ? where : `${where} and sent again by themselves.`}`
    case 'refused':
      return `Drawings and settings could not be saved. ${trouble ?? ''} ${isFragile ? where : `${where}.`}`
    case 'unread':
      return 'Your saved drawings and settings could not be read yet. They are asked for again by themselves.'
    default:
      return ''
  }
}
