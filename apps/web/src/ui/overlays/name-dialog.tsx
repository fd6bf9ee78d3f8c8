import { type FormEvent, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/text-field.tsx'
import { Dialog } from './dialog.tsx'

type NameDialogProps = {
  readonly title: string
  readonly label: string
  readonly value: string
  readonly most: number
  readonly action: string
  readonly problemOf?: (name: string) => string | null
  readonly onName: (name: string) => void
  readonly onClose: () => void
}

export function NameDialog({ title, label, value, most, action, problemOf, onName, onClose }: NameDialogProps) {
  const [text, setText] = useState(value)
  const [isTried, setTried] = useState(false)
  const name = text.trim()
  const problem = name === '' ? 'Enter a name.' : (problemOf?.(name) ?? null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (problem !== null) return
    onClose()
    onName(name)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
        <TextField
          label={label}
          value={text}
          maxLength={most}
          hint={`At most ${most} characters.`}
          error={isTried && problem !== null ? problem : undefined}
          data-autofocus=""
          autoComplete="off"
          onFocus={(event) => event.target.select()}
          onChange={(event) => setText(event.target.value)}
        />
        <footer className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            {action}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
