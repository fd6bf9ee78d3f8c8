import { useLayoutEffect, useRef } from 'react'

type NoteEditorProps = {
  readonly label: string
  readonly text: string
  /** Most characters. */
  readonly most: number
  readonly onType: (text: string) => void
}

/** How near the end of the room it is said how much is left. */
const SOON = 1_000

/** A note as it is written. What another window adds meanwhile leaves the caret where it was in the text. */
export function NoteEditor({ label, text, most, onType }: NoteEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const own = useRef(text)
  const caret = useRef<readonly [number, number]>([0, 0])
  const noteCaret = () => {
    if (field.current !== null) caret.current = [field.current.selectionStart, field.current.selectionEnd]
  }
  useLayoutEffect(() => {
    const before = own.current
    own.current = text
    if (text === before || field.current === null || field.current !== field.current.ownerDocument.activeElement) return
    const [start, end] = caret.current
    field.current.setSelectionRange(shifted(start, before, text), shifted(end, before, text))
  }, [text])
  const left = most - text.length
  return (
    <>
      <textarea
        ref={field}
        className="note-field"
        aria-label={label}
        placeholder="Write here. Notes are saved as you type."
        maxLength={most}
        value={text}
        onSelect={noteCaret}
        onChange={({ target }) => {
          own.current = target.value
          noteCaret()
          onType(target.value)
        }}
      />
      {left < SOON && (
        <p role="status" className="num flex-none px-2 py-1 text-12 text-warning">
          {left === 0 ? `A note can have at most ${most.toLocaleString('en-US')} characters.` : `${left} characters left`}
        </p>
      )}
    </>
  )
}

/** Where a place in `before` is in `after`, of which one stretch has changed. */
export function shifted(at: number, before: string, after: string): number {
  let same = 0
  while (same < before.length && same < after.length && before[same] === after[same]) same += 1
  return at <= same ? at : Math.max(same, at + after.length - before.length)
}
