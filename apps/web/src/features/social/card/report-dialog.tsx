import { REPORT_REASONS, type ReportBody } from '@aerie/wire/ideas'
import { useId } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../../ui/controls/button.tsx'
import { inputStyle, TextField } from '../../../ui/controls/text-field.tsx'
import { FormFailure } from '../../../ui/forms/form-failure.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { notify } from '../../../ui/states/toast.ts'
import { socialCalls } from '../social-calls.ts'
import { REASON_LABELS, SOCIAL_TEXT as TEXT } from '../social-words.ts'

type Target = Pick<ReportBody, 'idea' | 'comment'>

const schema = z.object({ reason: z.enum(REPORT_REASONS), note: z.string().check(z.trim()) })
const START: z.input<typeof schema> = { reason: 'spam', note: '' }

export function ReportDialog({ target, onClose }: { readonly target: Target; readonly onClose: () => void }) {
  const id = useId()
  const form = useForm({
    schema,
    initial: START,
    fields: ['note'],
    send: async ({ reason, note }) => {
      await socialCalls.report({ ...target, reason, ...(note !== '' && { note }) })
      notify('success', TEXT.reported)
      onClose()
    },
  })
  return (
    <Dialog
      title={TEXT.reportTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{TEXT.cancel}</Button>
          <Button type="submit" form={`${id}-form`} variant="primary" busy={form.isBusy}>
            {TEXT.send}
          </Button>
        </>
      }
    >
      <form {...form.formProps} id={`${id}-form`} className="flex flex-col gap-4">
        <div className="flex flex-col gap-1">
          <label htmlFor={id} className="font-medium text-13">
            {TEXT.reason}
          </label>
          <select
            id={id}
            data-autofocus=""
            className={inputStyle}
            value={form.values.reason}
            onChange={({ target: { value } }) => form.set('reason', REPORT_REASONS.find((one) => one === value) ?? 'other')}
          >
            {REPORT_REASONS.map((one) => (
              <option key={one} value={one}>
                {REASON_LABELS[one]}
              </option>
            ))}
          </select>
        </div>
        <TextField {...form.field('note')} label={TEXT.note} maxLength={500} />
        <FormFailure failure={form.failure} />
      </form>
    </Dialog>
  )
}
