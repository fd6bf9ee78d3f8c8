import { useEffect, useId, useRef } from 'react'
import type { Action } from '../../commands/action.ts'
import { type KeyChoices, useKeyChoices } from '../../commands/key-choices.ts'
import { keysText } from '../../commands/shortcut-keys.ts'
import { changeKeyChoices } from '../../commands/shortcut-sync.ts'
import { Button } from '../../ui/controls/button.tsx'
import { inputStyle } from '../../ui/controls/text-field.tsx'
import { canSwap, conflictsOf, type KeyResolution, refusalOf, resolveKeys } from './key-rules.ts'
import { SHORTCUT_WORDS } from './shortcut-words.ts'
import { useRecordedKeys } from './use-recorded-keys.ts'

const { recorder: WORDS } = SHORTCUT_WORDS

type KeyRecorderProps = { readonly action: Action; readonly actions: readonly Action[]; readonly onClose: () => void }

/** Hears the new keys of `action`, says what is in their way, and gives them to it. */
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
    <fieldset aria-label={WORDS.label(action.title)} className="flex flex-col gap-2 rounded-md bg-surface-3 p-3">
      <input
        ref={field}
        readOnly
        aria-label={WORDS.label(action.title)}
        aria-describedby={`${id}-words`}
        aria-invalid={refusal !== null || undefined}
        placeholder={WORDS.placeholder}
        value={keys === null ? '' : keysText(keys)}
        onKeyDown={onKeyDown}
        className={inputStyle}
      />
      <p id={`${id}-words`} role="status" className="text-12 text-ink-2">
        {refusal ?? clashWords(keys, conflicts, mayTrade)}
      </p>
      <div className="flex flex-wrap gap-2">
        {isFree && (
          <Button size="sm" variant="primary" onClick={() => save('take')}>
            {WORDS.save}
          </Button>
        )}
        {mayTrade && (
          <Button size="sm" variant="primary" onClick={() => save('swap')}>
            {WORDS.swap}
          </Button>
        )}
        {conflicts.length > 0 && (
          <Button size="sm" onClick={() => save('take')}>
            {WORDS.take}
          </Button>
        )}
        <Button size="sm" onClick={onClose}>
          {WORDS.cancel}
        </Button>
        <Button size="sm" variant="ghost" className="ml-auto" onClick={clear}>
          {WORDS.remove}
        </Button>
      </div>
    </fieldset>
  )
}

type Context = { readonly action: Action; readonly actions: readonly Action[]; readonly chosen: KeyChoices }

/** What stands in the way of `keys`; `isFree` where nothing does. */
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

function clashWords(keys: string | null, conflicts: readonly Action[], mayTrade: boolean): string {
  if (keys === null) return WORDS.hint
  if (keys === '') return WORDS.empty
  if (conflicts.length === 0) return WORDS.free
  const owners = conflicts.map(({ title }) => title).join(' and ')
  const them = conflicts.length === 1 ? WORDS.it : WORDS.they
  return `${WORDS.clash(keysText(keys), owners)} ${mayTrade ? WORDS.settleBoth(them) : WORDS.settle(them)}`
}
