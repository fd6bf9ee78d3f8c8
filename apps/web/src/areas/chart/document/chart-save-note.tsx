import { Button } from '../../../ui/controls/button.tsx'
import type { ChartState } from './chart-document.ts'

type ChartSaveStatus = Pick<ChartState, 'state' | 'saving' | 'trouble' | 'isFragile'>
type SaveNoteProps = ChartSaveStatus & { readonly onSaveNow: () => void }

export function ChartSaveNote({ onSaveNow, ...saveStatus }: SaveNoteProps) {
  const text = saveText(saveStatus)
  return (
    <div className="chart-note" role="status" data-part="save">
      {text !== '' && (
        <>
          <span>{text}</span>
          {isStuck(saveStatus) && (
            <Button size="sm" variant="secondary" onClick={onSaveNow}>
              Try Again
            </Button>
          )}
        </>
      )}
    </div>
  )
}

const isStuck = ({ state, saving }: ChartSaveStatus): boolean => saving === 'offline' || saving === 'refused' || isUnread({ state, saving })
const isUnread = ({ state, saving }: Pick<ChartSaveStatus, 'state' | 'saving'>): boolean => state === 'failed' && saving === 'saved'

function saveText({ state, saving, trouble, isFragile }: ChartSaveStatus): string {
  if (isUnread({ state, saving })) return 'Your saved drawings and settings could not be loaded. Trying again automatically.'
  const where = isFragile ? 'This browser cannot keep them either: do not leave the page.' : 'They are kept in this browser'
  switch (saving) {
    case 'local':
      return isFragile
        ? 'This browser cannot save drawings and settings; they are lost when you leave. Log in to save them.'
        : 'Drawings and settings are kept in this browser only. Log in to keep them on the server.'
    case 'offline':
      return notSavedYet(isFragile ? where : `${where} and sent again automatically.`)
    case 'refused':
      return `Drawings and settings could not be saved. ${trouble ?? ''} ${isFragile ? where : `${where}.`}`
    default:
      return ''
  }
}

const notSavedYet = (text: string) => `Drawings and settings are not saved yet. ${text}`
