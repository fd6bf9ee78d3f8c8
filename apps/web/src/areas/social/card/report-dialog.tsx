import { REPORT_REASONS, type ReportBody } from '@aerie/wire/ideas'
import { useId } from 'react'
import * as z from 'zod/mini'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { inputStyle, TextField } from '../../../ui/controls/text-field.tsx'
import { FormFailure } from '../../../ui/forms/form-failure.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { socialCalls } from '../social-calls.ts'

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
      notify('success', 'Reported. The operator of this server will look at it.')
      onClose()
    },
  })
  return (
    <Dialog
      title="Report to the operator"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={`${id}-form`} variant="primary" busy={form.isBusy}>
            Send report
          </Button>
        </>
      }
    >
      <form {...form.formProps} id={`${id}-form`} className="flex flex-col gap-4">
        <div className="flex flex-col gap-1">
          <label htmlFor={id} className="font-medium text-13">
            Reason
          </label>
          <Select
            id={id}
            data-autofocus=""
            className={inputStyle}
            value={form.values.reason}
            options={REPORT_REASONS.map((reason) => [reason, reasonLabels[reason]])}
            onChange={(reason) => form.set('reason', reason)}
          />
        </div>
        <TextField {...form.field('note')} label="Note (optional)" maxLength={500} />
        <FormFailure failure={form.failure} />
      </form>
    </Dialog>
  )
}

const reasonLabels: Readonly<Record<(typeof REPORT_REASONS)[number], string>> = {
  spam: 'Spam or advertising',
  abuse: 'Abuse or threats',
  scam: 'Scam or false promises',
  other: 'Something else',
}
