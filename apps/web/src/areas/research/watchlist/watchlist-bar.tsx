import { MOST_WATCHED, MOST_WATCHLISTS, WATCHLIST_NAME_LENGTH, type Watchlist } from '@aerie/wire/workspace/workspace'
import { ChevronDown, ClipboardPaste, List, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { newUuid } from '../../../platform/browser/new-uuid.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import type { MenuItem } from '../../../ui/overlays/menu.tsx'
import { NameDialog } from '../../../ui/overlays/name-dialog.tsx'
import { CoinPickerDialog } from '../../market/index.ts'
import { FloatMenu } from '../../workspace/index.ts'
import { PasteDialog } from './paste-dialog.tsx'
import type { ListedCoin } from './use-board-coins.ts'
import { addCoins, deleteList, freeName, insertList, type ListsChange, renameList } from './watchlist-edits.ts'

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
