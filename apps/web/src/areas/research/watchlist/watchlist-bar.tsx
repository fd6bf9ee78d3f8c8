import { asciiText } from '@aerie/core/numbers/typed-number'
import { MOST_WATCHED, MOST_WATCHLISTS, WATCHLIST_NAME_LENGTH, type Watchlist } from '@aerie/wire/workspace/workspace'
import { ChevronDown, ClipboardPaste, List, Pencil, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { newUuid } from '../../../platform/browser/new-uuid.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { inputStyle } from '../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { MenuItem } from '../../../ui/overlays/menu.tsx'
import { NameDialog } from '../../../ui/overlays/name-dialog.tsx'
import { CoinPickerDialog } from '../../market/index.ts'
import { FloatMenu } from '../../workspace/index.ts'
import { addCoins, deleteList, freeName, insertList, type ListedCoin, type ListsChange, renameList } from './watchlist-edits.ts'

type WatchlistBarProps = {
  readonly lists: readonly Watchlist[]
  readonly list: Watchlist | undefined
  readonly coins: readonly ListedCoin[]
  readonly isReady: boolean
  readonly onChange: (next: ListsChange) => void
  readonly onShow: (id: string) => void
}
type Asked = 'coin' | 'paste' | 'name' | 'new'

export function WatchlistBar({ lists, list, coins, isReady, onChange, onShow }: WatchlistBarProps) {
  const [asked, ask] = useState<Asked | null>(null)
  const close = () => ask(null)
  const add = (symbols: readonly string[]) => list !== undefined && onChange(addCoins(list.id, symbols))
  const make = (name: string) => {
    const made: Watchlist = { id: newUuid(), name, symbols: [] }
    onChange(insertList(made, lists.length))
    onShow(made.id)
  }
  if (!isReady) return <div className="slot-bar" />
  return (
    <div className="slot-bar" role="toolbar" aria-label="Watchlist">
      <FloatMenu
        label={listsText(list?.name ?? 'No list')}
        className="watch-lists"
        items={listItems({ lists, list, onChange, onShow, ask })}
      >
        <List size={16} aria-hidden="true" />
        <span className="truncate">{list?.name ?? 'No list'}</span>
        <ChevronDown size={14} aria-hidden="true" />
      </FloatMenu>
      <span className="slot-bar-end" />
      {list !== undefined && (
        <>
          <span className="slot-count num" title={`${list.symbols.length} of at most ${MOST_WATCHED} coins`}>
            {list.symbols.length}
          </span>
          <IconButton label="Paste a list" aria-haspopup="dialog" onClick={() => ask('paste')}>
            <ClipboardPaste size={16} aria-hidden="true" />
          </IconButton>
          <IconButton label="Add a coin" aria-haspopup="dialog" onClick={() => ask('coin')}>
            <Plus size={16} aria-hidden="true" />
          </IconButton>
        </>
      )}
      {asked === 'coin' && <CoinPickerDialog current={null} onChoose={(symbol) => add([symbol])} onClose={close} />}
      {asked === 'paste' && list !== undefined && <PasteDialog list={list} coins={coins} onAdd={add} onClose={close} />}
      {asked === 'name' && list !== undefined && (
        <NameDialog
          title="Rename the list"
          label="Name"
          value={list.name}
          most={WATCHLIST_NAME_LENGTH}
          action="Rename"
          onName={(name) => onChange(renameList(list.id, name))}
          onClose={close}
        />
      )}
      {asked === 'new' && (
        <NameDialog
          title="New list"
          label="Name"
          value={freeName({ lists: [...lists] })}
          most={WATCHLIST_NAME_LENGTH}
          action="Create"
          onName={make}
          onClose={close}
        />
      )}
    </div>
  )
}

type ItemsDeps = Pick<WatchlistBarProps, 'lists' | 'list' | 'onChange' | 'onShow'> & { readonly ask: (what: Asked) => void }

function listItems({ lists, list, onChange, onShow, ask }: ItemsDeps): readonly MenuItem[] {
  const choices = lists.map(({ id, name }) => ({ id, label: name, isChosen: id === list?.id, onSelect: () => onShow(id) }))
  const full = () => notify('warning', `You can keep ${MOST_WATCHLISTS} lists. Delete one first.`, { theme: 'auto' })
  const isFull = lists.length >= MOST_WATCHLISTS
  const fresh = {
    id: 'new',
    label: 'New list…',
    icon: <Plus size={16} />,
    startsGroup: lists.length > 0,
    onSelect: () => (isFull ? full() : ask('new')),
  }
  if (list === undefined) return [...choices, fresh]
  return [
    ...choices,
    fresh,
    { id: 'rename', label: 'Rename…', icon: <Pencil size={16} />, onSelect: () => ask('name') },
    {
      id: 'delete',
      label: `Delete “${list.name}”`,
      icon: <Trash2 size={16} />,
      onSelect: () => remove({ lists, list, onChange, onShow }),
    },
  ]
}

function remove({ lists, list, onChange, onShow }: Pick<ItemsDeps, 'lists' | 'onChange' | 'onShow'> & { readonly list: Watchlist }): void {
  const at = lists.indexOf(list)
  onChange(deleteList(list.id))
  const undo = () => {
    onChange(insertList(list, at))
    onShow(list.id)
  }
  notify('info', `“${list.name}” deleted.`, { theme: 'auto', action: { label: 'Undo', run: undo } })
}

const listsText = (text: string) => `Lists: ${text}`

type PasteDialogProps = {
  readonly list: Watchlist
  readonly coins: readonly ListedCoin[]
  readonly onAdd: (symbols: readonly string[]) => void
  readonly onClose: () => void
}

function PasteDialog({ list, coins, onAdd, onClose }: PasteDialogProps) {
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
