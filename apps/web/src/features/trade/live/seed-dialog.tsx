import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { FieldError } from '../../../ui/controls/field-error.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { LIVE_WORDS } from './live-words.ts'
import { canTellLock } from './seed-guard.ts'
import { faultOf, keepSeed } from './signer.ts'

const WORDS = LIVE_WORDS.seed

/** The bytes of a typed seed; null where it is none. */
export function seedBytes(text: string): Uint8Array<ArrayBuffer> | null {
  const digits = text.trim().replace(/^0x/i, '')
  return /^([0-9a-f]{2}){16,65}$/i.test(digits) ? Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) : null
}

type SeedProps = { readonly sha256: string; readonly onClose: () => void }

/** Asks for the seed and hands it to the worker. The field is not the form's state: what was typed is nowhere else. */
export function SeedDialog({ sha256, onClose }: SeedProps) {
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isLockWatched, setLockWatched] = useState(canTellLock)
  const keep = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const input = field.current
    if (input === null || isBusy) return
    const seed = seedBytes(input.value)
    if (seed === null) return setProblem(WORDS.wrong)
    input.value = ''
    setBusy(true)
    try {
      await keepSeed(seed, { sha256, isLockWatched })
      onClose()
    } catch (error) {
      setProblem(LIVE_WORDS.fault[faultOf(error) ?? 'not-a-signer'])
      setBusy(false)
    }
  }
  return (
    <Dialog title={WORDS.title} description={WORDS.text} onClose={onClose}>
      <form onSubmit={(event) => void keep(event)} className="flex flex-col gap-4" noValidate>
        <TextField
          ref={field}
          label={WORDS.label}
          type="password"
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={140}
          data-1p-ignore=""
          data-lpignore="true"
          data-autofocus=""
          aria-describedby={problem === null ? undefined : 'seed-problem'}
        />
        {canTellLock() && (
          <label className="flex items-center gap-2 text-13">
            <input type="checkbox" checked={isLockWatched} onChange={({ target }) => setLockWatched(target.checked)} />
            {WORDS.lock}
          </label>
        )}
        {problem !== null && <FieldError id="seed-problem">{problem}</FieldError>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{WORDS.cancel}</Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            {WORDS.keep}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
