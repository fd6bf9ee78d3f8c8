import { Button } from '../../../ui/controls/button.tsx'
import * as WORDS from '../chart-words.ts'
import type { ChartState } from './chart-document.ts'

type Standing = Pick<ChartState, 'state' | 'saving' | 'trouble' | 'isFragile'>
type SaveNoteProps = Standing & { readonly onSaveNow: () => void }

/** Says in plain sight that drawings and settings are not on the server, where they are, and what happens next. */
export function ChartSaveNote({ onSaveNow, ...standing }: SaveNoteProps) {
  const words = saveWords(standing)
  return (
    <div className="chart-note" role="status" data-part="save">
      {words !== '' && (
        <>
          <span>{words}</span>
          {isStuck(standing) && (
            <Button size="sm" variant="secondary" onClick={onSaveNow}>
              {WORDS.tryAgain}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

const isStuck = ({ state, saving }: Standing): boolean => saving === 'offline' || saving === 'refused' || isUnread({ state, saving })
const isUnread = ({ state, saving }: Pick<Standing, 'state' | 'saving'>): boolean => state === 'failed' && saving === 'saved'

/** What to say of where the chart is kept; nothing while all is well. */
function saveWords({ state, saving, trouble, isFragile }: Standing): string {
  if (isUnread({ state, saving })) return WORDS.savedSettingsFailed
  const where = isFragile ? WORDS.browserCannotKeepEither : WORDS.keptInBrowser
  switch (saving) {
    case 'local':
      return isFragile ? WORDS.guestNotSaved : WORDS.guestKept
    case 'offline':
      return WORDS.notSavedYet(isFragile ? where : WORDS.sentAgainAutomatically(where))
    case 'refused':
      return WORDS.couldNotBeSaved(trouble ?? '', isFragile ? where : `${where}.`)
    default:
      return ''
  }
}
