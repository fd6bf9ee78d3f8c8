import type { ReplayView } from '@aerie/wire/market/replay'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

type ReplayJumpProps = {
  readonly view: ReplayView
  /** Resolves to whether it was done. */
  readonly onJump: (to: number) => Promise<boolean>
  readonly onClose: () => void
}

/** Asks for a moment of the recording, in the user's time zone. */
export function ReplayJump({ view, onJump, onClose }: ReplayJumpProps) {
  const [text, setText] = useState(localText(view.market_time))
  const [isTried, setTried] = useState(false)
  const to = new Date(text).getTime()
  const isInside = to >= view.from && to < view.end
  const jump = async () => {
    if (await onJump(to)) onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isInside) void jump()
  }
  const range = `${dateText(view.from)} to ${dateText(view.end)}`
  return (
    <Dialog
      title="Go to a date"
      description="This moves the market for everyone on this server. A paper account that has seen later prices must be reset before it trades again."
      onClose={onClose}
    >
      <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
        <TextField
          label="Date and time"
          type="datetime-local"
          value={text}
          min={localText(view.from)}
          max={localText(view.end)}
          hint={`Recorded: ${range}`}
          error={isTried && !isInside ? `Choose a moment from ${range}.` : undefined}
          data-autofocus=""
          onChange={(event) => setText(event.target.value)}
        />
        <footer className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Go to date
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

const words = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' })
const dateText = (ms: number): string => words.format(ms)

/** As a `datetime-local` field has it: `2023-10-02T00:34`. */
function localText(ms: number): string {
  const shifted = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}
