import type { CopyRow } from '@aerie/wire/copies'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { ApiError } from '../../lib/http/api-error.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { notify } from '../../ui/states/toast.ts'
import { copyCalls, refetchCopies } from './copy-calls.ts'
import { LIMIT_NAMES, limitsBody, limitsOf, TERM_FIELDS } from './copy-terms.ts'
import { COPY_WORDS } from './copy-words.ts'
import { TermFields } from './term-fields.tsx'

const WORDS = COPY_WORDS.copies

/** Limits of a running or paused copy; open positions are not affected. */
export function LimitsDialog({ copy, onClose }: { readonly copy: CopyRow; readonly onClose: () => void }) {
  const form = useId()
  const [draft, setDraft] = useState(() => limitsOf(copy))
  const saving = useMutation(
    {
      mutationFn: () => copyCalls.change(copy.id, limitsBody(draft)),
      onSuccess: () => {
        notify('success', WORDS.limitsSaved)
        refetchCopies()
        onClose()
      },
    },
    queryClient,
  )
  const isValid = LIMIT_NAMES.every((name) => TERM_FIELDS[name].fault(draft[name]) === undefined)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isValid) saving.mutate()
  }
  return (
    <Dialog
      title={WORDS.limitsTitle(copy.leader.name)}
      description={WORDS.limitsText}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{WORDS.cancel}</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={saving.isPending}
            disabledReason={isValid ? undefined : WORDS.fixFields}
          >
            {WORDS.saveLimits}
          </Button>
        </>
      }
    >
      <form id={form} className="copy-form" onSubmit={save} noValidate>
        <TermFields
          names={LIMIT_NAMES}
          draft={draft}
          refused={saving.error instanceof ApiError ? saving.error.errors : {}}
          onChange={(name, text) => setDraft({ ...draft, [name]: text })}
        />
        {saving.error !== null && (
          <p role="alert" className="text-12 text-danger">
            {errorText(saving.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
