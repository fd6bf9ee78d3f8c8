import { MOST_COMMENT_TEXT } from '@aerie/wire/ideas'
import { useId } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../../ui/controls/button.tsx'
import { inputStyle } from '../../../ui/controls/text-field.tsx'
import { FieldError, FormFailure } from '../../../ui/forms/form-failure.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'

type CommentFormProps = {
  readonly label: string
  readonly button: string
  readonly send: (text: string) => Promise<unknown>
  readonly onDone: () => void
}

const schema = z.object({ text: z.string().check(z.refine((text) => text.trim() !== '', 'Say why')) })

export function CommentForm({ label, button, send, onDone }: CommentFormProps) {
  const id = useId()
  const form = useForm({
    schema,
    initial: { text: '' },
    send: async ({ text }) => {
      await send(text)
      form.reset()
      onDone()
    },
  })
  const { error, ...input } = form.field('text')
  return (
    <form {...form.formProps} className="flex flex-col gap-2">
      <label htmlFor={id} className="font-medium text-13">
        {label}
      </label>
      <textarea
        {...input}
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
        className={`${inputStyle} min-h-20 py-2`}
        maxLength={MOST_COMMENT_TEXT}
      />
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <FormFailure failure={form.failure} />
      <div className="flex items-center gap-3">
        <Button type="submit" busy={form.isBusy} disabledReason={form.isValid ? undefined : 'Say why'}>
          {button}
        </Button>
        <span id={`${id}-hint`} className="text-12 text-ink-2">
          Markdown. No images.
        </span>
      </div>
    </form>
  )
}
