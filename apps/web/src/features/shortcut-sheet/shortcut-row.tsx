import { useRef } from 'react'
import type { Action } from '../../commands/action.ts'
import { keysOf, useKeyChoices } from '../../commands/key-choices.ts'
import { keyLabels, keysText } from '../../commands/shortcut-keys.ts'
import { changeKeyChoices } from '../../commands/shortcut-sync.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Keys } from '../../ui/controls/keys.tsx'
import { KeyRecorder } from './key-recorder.tsx'
import { withKeys } from './key-rules.ts'

type ShortcutRowProps = {
  readonly action: Action
  readonly actions: readonly Action[]
  readonly isEditing: boolean
  /** Begins the change of an action's keys; with null, ends it. */
  readonly onEdit: (id: string | null) => void
}

/** An action with its keys; while they are being changed, the place that hears the new ones. */
export function ShortcutRow({ action, actions, isEditing, onEdit }: ShortcutRowProps) {
  const chosen = useKeyChoices((state) => state.chosen)
  const keys = keysOf(action, { chosen })
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    onEdit(null)
    // The button is drawn again once the recorder is gone.
    requestAnimationFrame(() => button.current?.focus())
  }
  const reset = () => changeKeyChoices((all) => withKeys(all, action, action.keys ?? ''))
  return (
    <li className="py-1">
      <div className="flex min-h-8 items-center gap-3">
        <span className="flex-1 text-13 text-ink-1">{action.title}</span>
        {action.id in chosen && !isEditing && (
          <Button size="sm" variant="ghost" aria-label={`Reset ${action.title} to ${wordsOf(action.keys)}`} onClick={reset}>
            Reset
          </Button>
        )}
        {keys === undefined ? <span className="text-12 text-ink-3">No shortcut</span> : <Keys labels={keyLabels(keys)} />}
        {!isEditing && (
          <Button
            ref={button}
            size="sm"
            aria-label={`Change the shortcut for ${action.title}, now ${wordsOf(keys)}`}
            onClick={() => onEdit(action.id)}
          >
            Change
          </Button>
        )}
      </div>
      {isEditing && <KeyRecorder action={action} actions={actions} onClose={close} />}
    </li>
  )
}

const wordsOf = (keys: string | undefined): string => (keys === undefined ? 'no shortcut' : keysText(keys))
