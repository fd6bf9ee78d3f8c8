import { REPORT_REASONS, type ReportBody } from '@aerie/wire/ideas'
import { useId, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { inputStyle, TextField } from '../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { notify } from '../../../ui/states/toast.ts'
import { socialCalls } from '../social-calls.ts'
import { attempt } from '../social-queries.ts'
import { REASON_WORDS, SOCIAL_WORDS as WORDS } from '../social-words.ts'

type Target = Pick<ReportBody, 'idea' | 'comment'>

export function ReportDialog({ target, onClose }: { readonly target: Target; readonly onClose: () => void }) {
  const id = useId()
  const [reason, setReason] = useState<ReportBody['reason']>('spam')
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    const isSent = await attempt(
      () => socialCalls.report({ ...target, reason, ...(note.trim() !== '' && { note: note.trim() }) }),
      () => notify('success', WORDS.reported),
    )
    setBusy(false)
    if (isSent) onClose()
  }
  return (
    <Dialog
      title={WORDS.reportTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{WORDS.cancel}</Button>
          <Button variant="primary" busy={isBusy} onClick={() => void send()}>
            {WORDS.send}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="font-medium text-13">
          {WORDS.reason}
        </label>
        <select
          id={id}
          data-autofocus=""
          className={inputStyle}
          value={reason}
          onChange={({ target: { value } }) => setReason(REPORT_REASONS.find((one) => one === value) ?? 'other')}
        >
          {REPORT_REASONS.map((one) => (
            <option key={one} value={one}>
              {REASON_WORDS[one]}
            </option>
          ))}
        </select>
      </div>
      <TextField label={WORDS.note} maxLength={500} value={note} onChange={({ target: { value } }) => setNote(value)} />
    </Dialog>
  )
}
