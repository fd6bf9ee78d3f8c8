import { useState } from 'react'
import type { Action } from '../../commands/action.ts'
import { ACTION_GROUPS } from '../../commands/action-words.ts'
import { type KeyChoices, useKeyChoices } from '../../commands/key-choices.ts'
import { changeKeyChoices, isSameChoice } from '../../commands/shortcut-sync.ts'
import { SHORTCUTS } from '../../documents/document-specs.ts'
import { SaveStatus } from '../../documents/save-status.tsx'
import { useDocument } from '../../documents/use-document.ts'
import { nameScore } from '../../lib/name-score.ts'
import { useIsLoggedIn } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { inputStyle } from '../../ui/controls/text-field.tsx'
import { KeyFileButtons } from './key-file-buttons.tsx'
import { ShortcutRow } from './shortcut-row.tsx'
import { useActions } from './use-actions.ts'

/** Every action of this page with its keys, each of which can be changed. */
export function ShortcutEditor() {
  const actions = useActions()
  const { chosen } = useKeyChoices()
  const [sought, setSought] = useState('')
  const [editing, setEditing] = useState<string | null>(null)
  const found = actions.filter(({ title, words }) => nameScore(sought, [title, ...(words?.split(' ') ?? [])]) > 0)
  return (
    <>
      <input
        type="search"
        aria-label="Find an action"
        placeholder="Find an action"
        value={sought}
        onChange={(event) => setSought(event.target.value)}
        className={inputStyle}
      />
      {found.length === 0 && <p className="py-6 text-center text-13 text-ink-2">No matching action. Try a shorter word.</p>}
      {ACTION_GROUPS.map((group) => {
        const rows = found.filter((action) => action.group === group)
        if (rows.length === 0) return null
        return (
          <section key={group} aria-label={group}>
            <h3 className="mb-1 font-semibold text-12 text-ink-3">{group}</h3>
            <ul className="shortcut-rows">
              {rows.map((action) => (
                <ShortcutRow key={action.id} {...{ action, actions }} isEditing={editing === action.id} onEdit={setEditing} />
              ))}
            </ul>
          </section>
        )
      })}
      <Foot chosen={chosen} actions={actions} />
    </>
  )
}

type FootProps = { readonly chosen: KeyChoices; readonly actions: readonly Action[] }

function Foot({ chosen, actions }: FootProps) {
  const isLoggedIn = useIsLoggedIn()
  /** All keys as they were before they were replaced as a whole, and what they were replaced by. */
  const [step, setStep] = useState<{ readonly before: KeyChoices; readonly after: KeyChoices } | null>(null)
  const count = Object.keys(chosen).length
  const elsewhere = Object.keys(chosen).filter((id) => !actions.some((action) => action.id === id)).length
  const replaceAll = (after: KeyChoices) => {
    setStep({ before: chosen, after })
    changeKeyChoices(() => after)
  }
  const undo = (before: KeyChoices) => {
    setStep(null)
    changeKeyChoices(() => before)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t pt-3 text-12 text-ink-2">
      <p className="flex-1">
        {count === 0
          ? 'All shortcuts are at their defaults.'
          : `${`${count} changed`}${elsewhere === 0 ? '' : `, ${elsewhere} of them on other pages`}.`}{' '}
        {!isLoggedIn && 'Saved in this browser. Log in to use them everywhere.'}
      </p>
      {isLoggedIn && <AccountNote />}
      {step !== null && isSameChoice(step.after, chosen) && (
        <Button size="sm" variant="ghost" onClick={() => undo(step.before)}>
          Undo
        </Button>
      )}
      <Button size="sm" disabledReason={count === 0 ? 'No changes to save.' : undefined} onClick={() => replaceAll({})}>
        Reset all
      </Button>
      <KeyFileButtons chosen={chosen} onImport={replaceAll} />
    </div>
  )
}

/** Whether the account has them yet. */
function AccountNote() {
  const { state, value: _value, change: _change, ...document } = useDocument(SHORTCUTS)
  return state === 'loading' ? null : <SaveStatus {...document} always={state === 'ready'} />
}
