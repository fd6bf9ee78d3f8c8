import { microUsdc, usdcText } from '@aerie/core/numbers/units'
import { type FormEvent, useState } from 'react'
import { readTypedUsdc } from '../../../lib/typed-decimal.ts'
import { resetAccount } from '../../../trading/orders/account-commands.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

/** Closes the paper account and opens a new one. */
export function ResetAccount() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        New account…
      </Button>
      {isOpen && <ResetDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function ResetDialog({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('10000')
  const typed = readTypedUsdc(text)
  const problem = typed.kind === 'value' && typed.value > 0n ? undefined : typed.kind === 'wrong' ? typed.problem : 'Enter an amount.'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem !== undefined || typed.kind !== 'value') return
    onClose()
    void resetAccount(usdcText(microUsdc(typed.value)))
  }
  return (
    <Dialog
      title="Open a new paper account"
      description="Your current account is closed with its orders and positions. It stays available, read-only."
      onClose={onClose}
    >
      <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
        <TextField
          label="Starting balance (USDC)"
          value={text}
          inputMode="decimal"
          error={problem}
          data-autofocus=""
          onChange={({ target }) => setText(target.value)}
        />
        <footer className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger">
            Close and open a new one
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
