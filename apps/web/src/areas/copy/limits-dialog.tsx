import type { CopyRow } from '@aerie/wire/copies'
import { useId } from 'react'
import { notify } from '../../platform/toasts/toast.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormFailure } from '../../ui/forms/form-failure.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { copyCalls, refetchCopies } from './copy-calls.ts'
import { LIMIT_NAMES, limitsForm, limitsOf } from './copy-terms.ts'
import { TermFields } from './follow-form.tsx'

/** Limits of a running or paused copy; open positions are not affected. */
export function LimitsDialog({ copy, onClose }: { readonly copy: CopyRow; readonly onClose: () => void }) {
  const id = useId()
  const form = useForm({
    schema: limitsForm,
    initial: limitsOf(copy),
    isCheckedAsTyped: true,
    send: async (limits) => {
      await copyCalls.change(copy.id, limits)
      notify('success', 'Limits saved.')
      refetchCopies()
      onClose()
    },
  })
  return (
    <Dialog
      title={`Limits for ${copy.leader.name}`}
      description="They apply from the next trade. What the copy holds stays."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            busy={form.isBusy}
            disabledReason={form.isValid ? undefined : 'Correct the marked fields'}
          >
            Save limits
          </Button>
        </>
      }
    >
      <form {...form.formProps} id={id} className="flex max-w-[480px] flex-col gap-3">
        <TermFields names={LIMIT_NAMES} field={form.field} />
        <FormFailure failure={form.failure} />
      </form>
    </Dialog>
  )
}
