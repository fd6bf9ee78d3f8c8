import { CHECK_LENGTH, type Check } from '@aerie/wire/workspace/workspace'
import { GripVertical, Pencil, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Moment } from '../../../../market-views/forecast/moment.tsx'
import { IconButton } from '../../../../ui/controls/icon-button.tsx'
import { focusWhenGone } from '../../../../ui/focus-when-gone.ts'
import type { useReorder } from '../reorder/use-reorder.ts'

type Reorder = ReturnType<typeof useReorder>
type CheckRowProps = {
  readonly item: Check
  /** Epoch ms; null where it is not ticked. */
  readonly tickedAt: number | null
  readonly place: ReturnType<Reorder['row']>
  readonly handle: ReturnType<Reorder['handle']>
  /** @returns whether the key moved the item */
  readonly onMoveKey: (event: KeyboardEvent<HTMLElement>) => boolean
  readonly onTick: (isTicked: boolean) => void
  readonly onRename: (text: string) => void
  readonly onRemove: () => void
}

/** One item with its tick; its words are changed in place. */
export function CheckRow({ item, tickedAt, place, handle, onMoveKey, onTick, onRename, onRemove }: CheckRowProps) {
  const id = useId()
  const [isEditing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const done = (text: string | null) => {
    setEditing(false)
    if (text !== null && text.trim() !== '' && text.trim() !== item.text) onRename(text.trim())
    requestAnimationFrame(() => editButton.current?.focus())
  }
  return (
    <li ref={focusWhenGone} {...place} className="check-row" onKeyDown={onMoveKey}>
      <span className="check-grip" {...handle} title="Drag to move, or press Alt with an arrow key">
        <GripVertical size={14} aria-hidden="true" />
      </span>
      <input id={id} type="checkbox" checked={tickedAt !== null} onChange={({ target }) => onTick(target.checked)} />
      {isEditing ? (
        <WordsField text={item.text} onDone={done} />
      ) : (
        <label htmlFor={id} className="check-words" data-ticked={tickedAt !== null || undefined}>
          {item.text}
          {tickedAt !== null && (
            <span className="check-when">
              <Moment at={tickedAt} />
            </span>
          )}
        </label>
      )}
      <span className="check-tools">
        <IconButton ref={editButton} label="Edit item" onClick={() => setEditing(true)}>
          <Pencil size={14} aria-hidden="true" />
        </IconButton>
        <IconButton label="Remove" onClick={onRemove}>
          <X size={14} aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  )
}

/** Enter or leaving keeps what is typed, Escape does not. */
function WordsField({ text, onDone }: { readonly text: string; readonly onDone: (text: string | null) => void }) {
  const [typed, setTyped] = useState(text)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onDone(event.key === 'Enter' ? typed : null)
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the press that opened the field asked for it
      autoFocus
      className="slot-input flex-1"
      aria-label="Item text"
      maxLength={CHECK_LENGTH}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => onDone(typed)}
    />
  )
}
