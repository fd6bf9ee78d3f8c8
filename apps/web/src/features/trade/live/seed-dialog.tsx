import { type FormEvent, useRef } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { FieldError } from '../../../ui/controls/field-error.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { canTellLock } from './seed-guard.ts'
import { useUnlock } from './use-unlock.ts'
import { type SeedOwner, seedFromWallet } from './wallet-seed.ts'
import { WalletSeedPart } from './wallet-seed-part.tsx'

/** The bytes of a typed seed; null where it is none. */
export function seedBytes(text: string): Uint8Array<ArrayBuffer> | null {
  const digits = text.trim().replace(/^0x/i, '')
  return /^([0-9a-f]{2}){16,65}$/i.test(digits) ? Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) : null
}

type SeedProps = {
  readonly sha256: string
  /** Null where ApeX's account has no address known: then it is typed. */
  readonly owner: SeedOwner | null
  readonly onClose: () => void
}

/** Asks the wallet for the seed, or for a typed one, and hands it to the worker. A field is not the form's state: what was typed is nowhere else. */
export function SeedDialog({ sha256, owner, onClose }: SeedProps) {
  const field = useRef<HTMLInputElement>(null)
  const { problem, setProblem, busy, isLockWatched, setLockWatched, unlock } = useUnlock({ sha256, onReady: onClose })
  const keep = (event: FormEvent): void => {
    event.preventDefault()
    const input = field.current
    if (input === null || busy !== null) return
    const seed = seedBytes(input.value)
    if (seed === null) {
      setProblem('Enter 32 to 130 hexadecimal digits, with or without 0x')
      return
    }
    input.value = ''
    void unlock('typed', async () => seed)
  }
  return (
    <Dialog
      title="Unlock signing"
      description="Live orders are signed by your ApeX Omni seed, in a worker of this tab that has no network. The seed is stored nowhere and never sent. It is forgotten when you log out, close the tab, press Forget, hide this page for a minute, let the computer sleep, or sign nothing for ten minutes. It can sign withdrawals too: use it only on a computer that you trust."
      onClose={onClose}
    >
      {canTellLock() && (
        <label className="flex items-center gap-2 text-13">
          <input type="checkbox" checked={isLockWatched} onChange={({ target }) => setLockWatched(target.checked)} />
          Forget it when the screen locks (the browser asks you once)
        </label>
      )}
      {problem !== null && <FieldError id="seed-problem">{problem}</FieldError>}
      {owner !== null && (
        <WalletSeedPart
          owner={owner}
          isBusy={busy === 'wallet'}
          onSign={() => void unlock('wallet', () => seedFromWallet(owner))}
          onClose={onClose}
        />
      )}
      <form onSubmit={keep} className="live-seed-typed flex flex-col gap-3" aria-label="Or type it" noValidate>
        <TextField
          ref={field}
          label="ApeX Omni seed (hexadecimal)"
          hint="What ApeX’s connector calls “seeds”: 130 digits, made together with your API key"
          type="password"
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={140}
          data-1p-ignore=""
          data-lpignore="true"
          aria-describedby={problem === null ? undefined : 'seed-problem'}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" busy={busy === 'typed'}>
            Use this seed
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
