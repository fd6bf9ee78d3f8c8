import { MESSAGE_MAX_LENGTH } from '@aerie/wire/agent/agent'
import { SendHorizontal, Square } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect } from 'react'
import { create } from 'zustand'
import { ask, stopAnswer } from '../../../platform/live/agent/agent-client.ts'
import { isAwaitingReply, lastQuestion, type Thread } from '../../../platform/live/agent/agent-thread.ts'
import { useSession } from '../../../platform/session/session.ts'
import { readStored, removeStored, writeStored } from '../../../platform/storage/storage.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { inputStyle } from '../../../ui/controls/text-field.tsx'
import { cx } from '../../../ui/cx.ts'
import { FieldError } from '../../../ui/forms/form-failure.tsx'

type ComposerProps = {
  readonly conversation: string | null
  readonly thread: Thread | null
  readonly field: RefObject<HTMLTextAreaElement | null>
}

export function Composer({ conversation, thread, field }: ComposerProps) {
  const [text, setText] = useDraft(conversation)
  const id = useId()
  const problem = tooLong(text.trim())
  useLayoutEffect(() => fit(field.current, text), [field, text])
  const send = () => {
    if (text.trim() === '' || problem !== undefined) return
    setText('')
    ask(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    }
    if (event.key !== 'ArrowUp' || text !== '' || thread === null) return
    event.preventDefault()
    setText(lastQuestion(thread) ?? '')
  }
  const isRunning = thread !== null && isAwaitingReply(thread)
  return (
    <form
      className="agent-composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          aria-label="Message to Agent EagleEye"
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : id}
          placeholder="Ask about a price or your trades"
          rows={1}
          dir="auto"
          enterKeyHint="send"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className={cx(inputStyle, 'agent-field')}
        />
        {isRunning && (
          <Button aria-label="Stop answer" title="Stop answer" className="min-h-10" onClick={stopAnswer}>
            <Square size={16} aria-hidden="true" />
          </Button>
        )}
        <Button type="submit" variant="primary" aria-label="Send" title="Send (Enter)" className="min-h-10" disabledReason={problem}>
          <SendHorizontal size={16} aria-hidden="true" />
        </Button>
      </div>
      {problem !== undefined && <FieldError id={id}>{problem}</FieldError>}
    </form>
  )
}

const tooLong = ({ length }: string): string | undefined =>
  length > MESSAGE_MAX_LENGTH
    ? `At most ${MESSAGE_MAX_LENGTH.toLocaleString('en-US')} characters; this message has ${length.toLocaleString('en-US')}.`
    : undefined

function fit(field: HTMLTextAreaElement | null, text: string): void {
  if (field === null) return
  field.style.height = 'auto'
  if (text !== '') field.style.height = `${field.scrollHeight + 2}px`
}

/** Unsent text by storage key, mirrored in local storage. */
const useDrafts = create<Readonly<Record<string, string>>>(() => ({}))

/** Keyed by user and conversation, so that drafts stay private on a shared computer. */
const keyOf = (user: string | undefined, conversation: string | null): string => `aerie.agent.draft.${user ?? ''}.${conversation ?? 'new'}`

function useDraft(conversation: string | null): readonly [text: string, setText: (text: string) => void] {
  const key = keyOf(
    useSession((state) => state.user?.user_id),
    conversation,
  )
  const text = useDrafts((drafts) => drafts[key]) ?? readStored(key) ?? ''
  return [text, (next) => keep(key, next)]
}

function keep(key: string, text: string): void {
  useDrafts.setState({ [key]: text })
  if (text === '') removeStored(key)
  else writeStored(key, text)
}
