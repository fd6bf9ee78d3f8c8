import { MOST_WATCHED, type Watchlist } from '@aerie/wire/workspace/workspace'
import { useId, useState } from 'react'
import { Button } from '../../../../ui/controls/button.tsx'
import { inputStyle } from '../../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { readPasted } from './pasted-coins.ts'
import type { ListedCoin } from './use-board-coins.ts'

type PasteDialogProps = {
  readonly list: Watchlist
  readonly coins: readonly ListedCoin[]
  readonly onAdd: (symbols: readonly string[]) => void
  readonly onClose: () => void
}

/** Takes a list of coins from elsewhere, and says before it is added what was understood. */
export function PasteDialog({ list, coins, onAdd, onClose }: PasteDialogProps) {
  const id = useId()
  const [text, setText] = useState('')
  const { found, unknown } = readPasted(text, coins)
  const fresh = found.filter((symbol) => !list.symbols.includes(symbol))
  const room = MOST_WATCHED - list.symbols.length
  const add = () => {
    onAdd(fresh)
    onClose()
  }
  return (
    <Dialog
      title={`Paste coins into “${list.name}”`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabledReason={whyNot(found.length, fresh.length, room)} onClick={add}>
            {fresh.length === 0 ? 'Add' : `Add ${fresh.length}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="font-medium text-13">
          Symbols or names
        </label>
        <textarea
          id={id}
          data-autofocus=""
          rows={6}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className={`${inputStyle} py-2 font-mono`}
          aria-describedby={`${id}-hint`}
        />
        <span id={`${id}-hint`} className="text-12 text-ink-2">
          BTC, eth or Bitcoin, one per line or separated by commas. Pairs such as BINANCE:BTCUSDT work too.
        </span>
      </div>
      <p role="status" className="text-13 text-ink-2">
        {text.trim() !== '' && pastedWords(found.length - fresh.length, fresh, unknown)}
      </p>
    </Dialog>
  )
}

function whyNot(found: number, fresh: number, room: number): string | undefined {
  if (found === 0) return 'Enter at least one coin.'
  if (fresh === 0) return 'All of these are already on the list.'
  return fresh > room ? `There is room for ${room} more.` : undefined
}

const SOME = 8

function pastedWords(known: number, fresh: readonly string[], unknown: readonly string[]): string {
  const some = (words: readonly string[]) => words.slice(0, SOME).join(', ') + (words.length > SOME ? '…' : '')
  const parts = [
    fresh.length > 0 && `${fresh.length} to add: ${some(fresh)}.`,
    known > 0 && `${known} already on the list.`,
    unknown.length > 0 && `Not known: ${some(unknown)}.`,
  ]
  return parts.filter(Boolean).join(' ')
}
