import { MOST_COMMENT_TEXT } from '@aerie/wire/ideas'
import { type SubmitEvent, useId, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { inputStyle } from '../../../ui/controls/text-field.tsx'
import { attempt } from '../social-queries.ts'
import { SOCIAL_WORDS as WORDS } from '../social-words.ts'

type CommentFormProps = {
  readonly label: string
  readonly button: string
  readonly send: (text: string) => Promise<unknown>
  readonly onDone: () => void
}

export function CommentForm({ label, button, send, onDone }: CommentFormProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (text.trim() === '' || isBusy) return
    setBusy(true)
    const isSent = await attempt(() => send(text), onDone)
    setBusy(false)
    if (isSent) setText('')
  }
  return (
    <form className="flex flex-col gap-2" onSubmit={(event) => void submit(event)}>
      <label htmlFor={id} className="font-medium text-13">
        {label}
      </label>
      <textarea
        id={id}
        aria-describedby={`${id}-hint`}
        className={`${inputStyle} min-h-20 py-2`}
        maxLength={MOST_COMMENT_TEXT}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex items-center gap-3">
        <Button type="submit" busy={isBusy} disabledReason={text.trim() === '' ? WORDS.form.needText : undefined}>
          {button}
        </Button>
        <span id={`${id}-hint`} className="text-12 text-ink-2">
          {WORDS.markdown}
        </span>
      </div>
    </form>
  )
}
