import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Action } from '../../platform/commands/action.ts'
import { type KeyChoices, useKeyChoices } from '../../platform/commands/key-choices.ts'
import { keyNames } from '../../platform/commands/key-names.ts'
import { keysText } from '../../platform/commands/shortcut-keys.ts'
import { SEQUENCE_MS } from '../../platform/commands/shortcut-reader.ts'
import { changeKeyChoices } from '../../platform/commands/shortcut-sync.ts'
import { Button } from '../../ui/controls/button.tsx'
import { inputStyle } from '../../ui/controls/text-field.tsx'
import { canSwap, conflictsOf, type KeyResolution, refusalOf, resolveKeys } from './key-rules.ts'

type KeyRecorderProps = { readonly action: Action; readonly actions: readonly Action[]; readonly onClose: () => void }

export function KeyRecorder({ action, actions, onClose }: KeyRecorderProps) {
  const chosen = useKeyChoices((state) => state.chosen)
  const save = (how: KeyResolution) => {
    if (keys === null) return
    changeKeyChoices((all) => resolveKeys(all, { action, keys, conflicts, how }))
    onClose()
  }
  const onEnter = () => isFree && save('take')
  const { keys, clear, onKeyDown } = useRecordedKeys({ onEnter, onEscape: onClose })
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => field.current?.focus(), [])
  const { refusal, conflicts, isFree, mayTrade } = judge(keys, { action, actions, chosen })
  return (
    <fieldset aria-label={label(action.title)} className="flex flex-col gap-2 rounded-md bg-surface-3 p-3">
      <input
        ref={field}
        readOnly
        aria-label={label(action.title)}
        aria-describedby={`${id}-words`}
        aria-invalid={refusal !== null || undefined}
        placeholder="Press the new keys"
        value={keys === null ? '' : keysText(keys)}
        onKeyDown={onKeyDown}
        className={inputStyle}
      />
      <p id={`${id}-words`} role="status" className="text-12 text-ink-2">
        {refusal ?? clashMessage(keys, conflicts, mayTrade)}
      </p>
      <div className="flex flex-wrap gap-2">
        {isFree && (
          <Button size="sm" variant="primary" onClick={() => save('take')}>
            Save
          </Button>
        )}
        {mayTrade && (
          <Button size="sm" variant="primary" onClick={() => save('swap')}>
            Swap shortcuts
          </Button>
        )}
        {conflicts.length > 0 && (
          <Button size="sm" onClick={() => save('take')}>
            Reassign
          </Button>
        )}
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" variant="ghost" className="ml-auto" onClick={clear}>
          Remove shortcut
        </Button>
      </div>
    </fieldset>
  )
}

type Context = { readonly action: Action; readonly actions: readonly Action[]; readonly chosen: KeyChoices }

function judge(keys: string | null, { action, actions, chosen }: Context) {
  if (keys === null) return { refusal: null, conflicts: [], isFree: false, mayTrade: false }
  const refusal = refusalOf(keys)
  const conflicts = refusal === null ? conflictsOf(keys, action.id, actions, chosen) : []
  return {
    refusal,
    conflicts,
    isFree: refusal === null && conflicts.length === 0,
    mayTrade: conflicts.length > 0 && canSwap(keys, action, conflicts, chosen),
  }
}

function clashMessage(keys: string | null, conflicts: readonly Action[], mayTrade: boolean): string {
  if (keys === null) return 'Press one key combination, or two in a row. Esc cancels.'
  if (keys === '') return 'This action will have no shortcut. Press Enter or Save.'
  if (conflicts.length === 0) return 'This shortcut is free. Press Enter or Save.'
  const owners = conflicts.map(({ title }) => title).join(' and ')
  const them = conflicts.length === 1 ? 'that action' : 'those actions'
  return `${`${keysText(keys)} conflicts with ${owners}.`} ${mayTrade ? `Swap the shortcuts, or reassign and leave ${them} without one.` : `You can reassign it and leave ${them} without one.`}`
}

const label = (action: string) => `New shortcut for ${action}`

type Commands = { readonly onEnter: () => void; readonly onEscape: () => void }

/**
 * Records one press or a two-press sequence; null before the first, empty if cleared. Plain Enter and Escape are commands; keys that cannot
 * start a shortcut, such as Tab, keep their default.
 */
function useRecordedKeys({ onEnter, onEscape }: Commands) {
  const [keys, setKeys] = useState<string | null>(null)
  const pressedAt = useRef(Number.NEGATIVE_INFINITY)
  const record = (name: string, atMs: number) => {
    setKeys(joined(keys, name, atMs - pressedAt.current))
    pressedAt.current = atMs
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const [name] = keyNames(event.nativeEvent)
    if (name === undefined && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (name === undefined) onEscape()
    else if (name === 'enter' && keys !== null) onEnter()
    else if (!event.repeat) record(name, event.timeStamp)
  }
  return { keys, clear: () => setKeys(''), onKeyDown }
}

/** A second press soon after the first forms a sequence. */
const joined = (keys: string | null, name: string, sinceMs: number): string =>
  keys && !keys.includes(' ') && sinceMs <= SEQUENCE_MS ? `${keys} ${name}` : name
