import { MOST_KEY_CHOICES, shortcutKeys } from '@aerie/wire/workspace/shortcuts'
import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { SaveStatus } from '../../areas/workspace/index.ts'
import { nameScore } from '../../platform/browser/name-score.ts'
import { ACTION_GROUPS, type Action, useRegisteredActions } from '../../platform/commands/action.ts'
import { type KeyChoices, keysOf, useKeyChoices } from '../../platform/commands/key-choices.ts'
import { keyLabels, keyNames, keysText, SEQUENCE_MS } from '../../platform/commands/shortcut-keys.ts'
import { changeKeyChoices, isSameChoice } from '../../platform/commands/shortcut-sync.ts'
import { SHORTCUTS } from '../../platform/documents/document-specs.ts'
import { useDocument } from '../../platform/documents/use-document.ts'
import { useIsLoggedIn, useSession } from '../../platform/session/session.ts'
import { type FileRead, readJsonFile } from '../../platform/storage/json-file.ts'
import { saveFile } from '../../platform/storage/save-file.ts'
import { switchShortcuts, useAppearance } from '../../ui/appearance.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Keys } from '../../ui/controls/keys.tsx'
import { inputStyle } from '../../ui/controls/text-field.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { presentActions } from './actions.ts'
import { canSwap, conflictsOf, type KeyResolution, refusalOf, resolveKeys, withKeys } from './key-rules.ts'

export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const areOn = useAppearance((state) => state.areShortcutsOn)
  const [isEditing, setEditing] = useState(false)
  const id = useId()
  return (
    <Dialog title={isEditing ? 'Change shortcuts' : 'Keyboard shortcuts'} isWide onClose={onClose}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label htmlFor={id} className="flex min-h-8 items-center gap-2 text-13">
          <input
            id={id}
            type="checkbox"
            checked={areOn}
            onChange={(event) => switchShortcuts(event.target.checked)}
            className="size-4 accent-accent"
          />
          Shortcuts are on in this browser
        </label>
        <Button size="sm" onClick={() => setEditing(!isEditing)}>
          {isEditing ? 'Done' : 'Change shortcuts'}
        </Button>
      </div>
      {isEditing ? <ShortcutEditor /> : <ShortcutHelp />}
    </Dialog>
  )
}

const ALWAYS = [
  { title: 'Close the top layer', labels: ['Esc'] },
  { title: 'Move in menus and tables', labels: ['↑', '↓'] },
] as const

type Line = { readonly title: string; readonly labels: readonly string[] }

function ShortcutHelp() {
  const { chosen } = useKeyChoices()
  const actions = useActions()
  const linesOf = (action: Action): readonly Line[] => {
    const keys = keysOf(action, { chosen })
    return keys === undefined ? [] : [{ title: action.title, labels: keyLabels(keys) }]
  }
  return (
    <div className="gap-8 sm:columns-2">
      {ACTION_GROUPS.map((group) => (
        <Group key={group} title={group} lines={actions.filter((action) => action.group === group).flatMap(linesOf)} />
      ))}
      <Group title="Everywhere" lines={ALWAYS} />
    </div>
  )
}

function Group({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <section aria-label={title} className="break-inside-avoid pb-4">
      <h3 className="mb-1 font-semibold text-12 text-ink-3">{title}</h3>
      <dl>
        {lines.map((line) => (
          <div key={line.title} className="flex min-h-8 items-center justify-between gap-4">
            <dt className="text-13 text-ink-1">{line.title}</dt>
            <dd>
              <Keys labels={line.labels} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function ShortcutEditor() {
  const actions = useActions()
  const { chosen } = useKeyChoices()
  const [sought, setSought] = useState('')
  const [editing, setEditing] = useState<string | null>(null)
  const found = actions.filter(({ title, keywords }) => nameScore(sought, [title, ...(keywords?.split(' ') ?? [])]) > 0)
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
            <ul className="divide-y divide-line">
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

function AccountNote() {
  const { state, value: _value, change: _change, ...document } = useDocument(SHORTCUTS)
  return state === 'loading' ? null : <SaveStatus {...document} always={state === 'ready'} />
}

type KeyFileButtonsProps = { readonly chosen: KeyChoices; readonly onImport: (keys: KeyChoices) => void }

function KeyFileButtons({ chosen, onImport }: KeyFileButtonsProps) {
  const offered = useActions()
  const file = useRef<HTMLInputElement>(null)
  const [notice, setNotice] = useState<{ readonly message: string; readonly isRefusal: boolean } | null>(null)
  const importFile = (event: ChangeEvent<HTMLInputElement>) => {
    const [given] = event.target.files ?? []
    // Allows choosing the same file again after editing it.
    event.target.value = ''
    if (given === undefined) return
    readKeyFile(given, { all: presentActions(), offered }).then((read) => {
      if (read.ok) onImport(read.value)
      setNotice(
        read.ok ? { message: `Shortcuts imported from ${given.name}.`, isRefusal: false } : { message: read.message, isRefusal: true },
      )
    }, reportError)
  }
  const count = Object.keys(chosen).length
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        disabledReason={count === 0 ? 'No changes to save.' : undefined}
        onClick={() => saveKeyFile(chosen)}
      >
        Export
      </Button>
      <Button size="sm" variant="ghost" onClick={() => file.current?.click()}>
        Import…
      </Button>
      <input ref={file} type="file" accept=".json,application/json" aria-label="Shortcut file" hidden onChange={importFile} />
      {notice !== null && (
        <p role={notice.isRefusal ? 'alert' : 'status'} className={cx('w-full', notice.isRefusal && 'text-danger')}>
          {notice.message}
        </p>
      )}
    </>
  )
}

type ShortcutRowProps = {
  readonly action: Action
  readonly actions: readonly Action[]
  readonly isEditing: boolean
  readonly onEdit: (id: string | null) => void
}

function ShortcutRow({ action, actions, isEditing, onEdit }: ShortcutRowProps) {
  const chosen = useKeyChoices((state) => state.chosen)
  const keys = keysOf(action, { chosen })
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    onEdit(null)
    // The button is rendered after the recorder closes.
    requestAnimationFrame(() => button.current?.focus())
  }
  const reset = () => changeKeyChoices((all) => withKeys(all, action, action.keys ?? ''))
  return (
    <li className="py-1">
      <div className="flex min-h-8 items-center gap-3">
        <span className="flex-1 text-13 text-ink-1">{action.title}</span>
        {action.id in chosen && !isEditing && (
          <Button size="sm" variant="ghost" aria-label={`Reset ${action.title} to ${shortcutText(action.keys)}`} onClick={reset}>
            Reset
          </Button>
        )}
        {keys === undefined ? <span className="text-12 text-ink-3">No shortcut</span> : <Keys labels={keyLabels(keys)} />}
        {!isEditing && (
          <Button
            ref={button}
            size="sm"
            aria-label={`Change the shortcut for ${action.title}, now ${shortcutText(keys)}`}
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

const shortcutText = (keys: string | undefined): string => (keys === undefined ? 'no shortcut' : keysText(keys))

const KEY_FILE = {
  // Keys are validated separately, for better messages.
  schema: z.object({ version: z.literal(1, 'this version reads shortcut files of version 1'), keys: z.record(z.string(), z.string()) }),
  noun: 'a set of shortcuts',
  /** The account's maximum is about half of this. */
  limitBytes: 64 * 1024,
}

export const saveKeyFile = (keys: KeyChoices): void =>
  saveFile('aerie-shortcuts.json', `${JSON.stringify({ version: 1, keys }, null, 2)}\n`, 'application/json')

type Known = {
  readonly all: readonly Action[]
  /** Only available actions can conflict. */
  readonly offered: readonly Action[]
}

/** Rejects an invalid file as a whole, with a message. */
export async function readKeyFile(file: File, known: Known): Promise<FileRead<KeyChoices>> {
  const read = await readJsonFile(file, KEY_FILE)
  if (!read.ok) return read
  const { keys } = read.value
  const message =
    countMessage(keys) ?? unknownMessage(keys, known.all) ?? refusalMessage(keys, known.all) ?? clashMessage(keys, known.offered)
  return message === null ? { ok: true, value: keys } : { ok: false, message: `${message} Nothing was changed.` }
}

const countMessage = (keys: KeyChoices): string | null =>
  Object.keys(keys).length > MOST_KEY_CHOICES ? `An account can keep shortcuts for at most ${MOST_KEY_CHOICES} actions.` : null

/** Actions of other pages, registered only while these are mounted (`registerActions`). */
const OF_OTHER_PAGES = /^(?:workspace|mirror) /

function unknownMessage(keys: KeyChoices, all: readonly Action[]): string | null {
  const ids = new Set(all.map(({ id }) => id))
  const isHere = (id: string) => all.some((action) => action.id.startsWith(id.slice(0, id.indexOf(' ') + 1)))
  const unknown = Object.keys(keys).filter((id) => !ids.has(id) && (!OF_OTHER_PAGES.test(id) || isHere(id)))
  const [first] = unknown
  if (first === undefined) return null
  const more = unknown.length - 1
  return `The file has shortcuts for “${first}”${more > 0 ? ` and ${more} more` : ''}, unknown to this version of Aerie.`
}

function refusalMessage(keys: KeyChoices, all: readonly Action[]): string | null {
  for (const [id, given] of Object.entries(keys)) {
    const refusal = z.safeParse(shortcutKeys, given).success ? refusalOf(given) : `“${given}” is not a key.`
    if (refusal !== null) return `Shortcut for ${all.find((action) => action.id === id)?.title ?? id}: ${refusal}`
  }
  return null
}

function clashMessage(chosen: KeyChoices, offered: readonly Action[]): string | null {
  for (const action of offered) {
    const keys = action.id in chosen ? keysOf(action, { chosen }) : undefined
    const [other] = keys === undefined ? [] : conflictsOf(keys, action.id, offered, chosen)
    if (keys !== undefined && other !== undefined) return `${keysText(keys)} for ${action.title} conflicts with ${other.title}.`
  }
  return null
}

function useActions(): readonly Action[] {
  const { user, token } = useSession()
  // Re-renders when actions are registered or removed.
  useRegisteredActions()
  const who = { user, isLoggedIn: token !== null }
  return presentActions().filter(({ isAlwaysListed = false, isOffered }) => isAlwaysListed || (isOffered?.(who) ?? true))
}

type KeyRecorderProps = { readonly action: Action; readonly actions: readonly Action[]; readonly onClose: () => void }

function KeyRecorder({ action, actions, onClose }: KeyRecorderProps) {
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
        {refusal ?? pressClashMessage(keys, conflicts, mayTrade)}
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

function pressClashMessage(keys: string | null, conflicts: readonly Action[], mayTrade: boolean): string {
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
