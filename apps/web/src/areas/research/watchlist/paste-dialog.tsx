import { asciiText } from '@aerie/core/numbers/typed-number'
import { MOST_WATCHED, type Watchlist } from '@aerie/wire/workspace/workspace'
import { useId, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { inputStyle } from '../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { ListedCoin } from './use-board-coins.ts'

type PasteDialogProps = {
  readonly list: Watchlist
  readonly coins: readonly ListedCoin[]
  readonly onAdd: (symbols: readonly string[]) => void
  readonly onClose: () => void
}

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
        {text.trim() !== '' && pastedText(found.length - fresh.length, fresh, unknown)}
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

function pastedText(known: number, fresh: readonly string[], unknown: readonly string[]): string {
  const some = (names: readonly string[]) => names.slice(0, SOME).join(', ') + (names.length > SOME ? '…' : '')
  const parts = [
    fresh.length > 0 && `${fresh.length} to add: ${some(fresh)}.`,
    known > 0 && `${known} already on the list.`,
    unknown.length > 0 && `Not known: ${some(unknown)}.`,
  ]
  return parts.filter(Boolean).join(' ')
}

type Named = { readonly symbol: string; readonly name: string }
type Pasted = { readonly found: readonly string[]; readonly unknown: readonly string[] }

/** Quote currencies, longest first. */
const QUOTES = ['USDT', 'USDC', 'BUSD', 'FDUSD', 'USD', 'EUR', 'PERP']
const MOST_CHARACTERS = 20_000

/**
 * Parses common list formats: `BTC, eth $sol`, one per line, `BINANCE:BTCUSDT`, `ETH/USD`, `SOL-PERP`, or names (`Bitcoin Cash` on its own
 * line). Skips section headings (`###Majors`).
 */
export function readPasted(text: string, coins: readonly Named[]): Pasted {
  const bySymbol = new Set(coins.map(({ symbol }) => symbol))
  const byName = new Map(coins.map(({ symbol, name }) => [name.toLowerCase(), symbol]))
  const found = new Set<string>()
  const unknown = new Set<string>()
  const take = (word: string): boolean => {
    const symbol = byName.get(word.toLowerCase()) ?? symbolIn(word, bySymbol)
    if (symbol !== null) found.add(symbol)
    return symbol !== null
  }
  const entries = asciiText(text.slice(0, MOST_CHARACTERS))
    .split(/[\n\r,;|、]+/)
    .map((entry) => entry.trim().replace(/^["'“”]+|["'“”]+$/g, ''))
    .filter((entry) => entry !== '' && !entry.startsWith('###'))
  for (const entry of entries) {
    if (take(entry)) continue
    for (const word of entry.split(/\s+/)) if (!take(word)) unknown.add(word)
  }
  return { found: [...found], unknown: [...unknown] }
}

function symbolIn(word: string, known: ReadonlySet<string>): string | null {
  const plain = word
    .toUpperCase()
    .replace(/^\$/, '')
    .replace(/^[A-Z0-9_]+:/, '')
    .replace(/\.P$/, '')
  if (known.has(plain)) return plain
  const [base = ''] = plain.split(/[/_-]/)
  if (base !== plain && known.has(base)) return base
  const quote = QUOTES.find((each) => plain.endsWith(each) && known.has(plain.slice(0, -each.length)))
  return quote === undefined ? null : plain.slice(0, -quote.length)
}
