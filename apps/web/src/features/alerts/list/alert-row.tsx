import type { AlertRow as Alert } from '@aerie/wire/alerts/alert-rows'
import { spanWords } from '@aerie/wire/alerts/alert-sentence'
import { Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { pauseAlert, removeAlert } from '../../../alerts/alert-commands.ts'
import { shownState } from '../../../alerts/shown-state.ts'
import { momentText, utcText } from '../../../market-views/forecast/forecast-text.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { CHANNEL_WORDS, STATE_WORDS, waitWords } from '../alerts-words.ts'
import { focusBeside, focusOnRemoval } from './focus-beside.ts'

type AlertRowProps = {
  readonly alert: Alert
  /** In the order, from 0. */
  readonly place: number
  /** The one row the Tab key stops at; arrows go on from there. */
  readonly isEntry: boolean
  readonly isAllPaused: boolean
  readonly onEdit: (id: string) => void
}

/** Whether an alert can be made to rest; else it can be made to watch again. */
export const canPause = ({ state }: Alert): boolean => state === 'active'

/** One alert: what it waits for, how it stands, and what can be done with it. */
export const AlertRow = memo(function AlertRow({ alert, place, isEntry, isAllPaused, onEdit }: AlertRowProps) {
  const { id, title, note, firings, fired_at } = alert
  const shown = shownState(alert, isAllPaused)
  const tabIndex = isEntry ? 0 : -1
  const wait = isAllPaused ? 'all are paused' : waitWords(alert)
  const terms = termsWords(alert)
  const told = alert.channels.map((channel) => CHANNEL_WORDS[channel]).join(', ')
  return (
    <tr ref={focusOnRemoval} data-alert={id} data-symbol={alert.symbol} aria-rowindex={place + 2} tabIndex={tabIndex} data-state={shown}>
      <th scope="row" className="alert-title">
        <span className="alert-name num" title={title}>
          {title}
        </span>
        {note !== undefined && <span className="alert-note">{note}</span>}
      </th>
      <td className="alert-state">
        <span className="alert-mark" data-state={shown}>
          {STATE_WORDS[shown]}
        </span>
        {wait !== null && (
          <span className="alert-sub" title={wait}>
            {wait}
          </span>
        )}
      </td>
      <td className="alert-terms num" title={terms}>
        <span className="alert-clamp">{terms}</span>
      </td>
      <td className="alert-told" title={told}>
        <span className="alert-clamp">{told}</span>
      </td>
      <td className="alert-fired num" title={fired_at === null ? undefined : utcText(Date.parse(fired_at))}>
        <span className="alert-clamp">{fired_at === null ? 'Not yet' : `${firings}×, last ${momentText(Date.parse(fired_at))}`}</span>
      </td>
      <td className="alert-actions">
        <IconButton tabIndex={tabIndex} label={`Edit: ${title}`} onClick={() => onEdit(id)}>
          <Pencil size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          tabIndex={tabIndex}
          label={`${canPause(alert) ? 'Pause' : 'Activate'}: ${title}`}
          onClick={() => void pauseAlert(alert, canPause(alert))}
        >
          {canPause(alert) ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
        </IconButton>
        <IconButton
          tabIndex={tabIndex}
          label={`Delete: ${title}`}
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget.closest<HTMLElement>('[data-alert]'))
            void removeAlert(alert)
          }}
        >
          <Trash2 size={16} aria-hidden="true" />
        </IconButton>
      </td>
    </tr>
  )
})

function termsWords({ repeat, cooldown_s, expires_at }: Alert): string {
  const often = repeat === 'once' ? 'Once' : cooldown_s ? `Every time, at most every ${spanWords(cooldown_s)}` : 'Every time'
  return expires_at === undefined ? often : `${often}, until ${momentText(Date.parse(expires_at))}`
}
