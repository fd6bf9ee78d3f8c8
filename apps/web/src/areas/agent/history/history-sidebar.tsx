import { CONVERSATION_NAME_MAX_LENGTH, type ConversationEntry } from '@aerie/wire/agent/agent'
import { Braces, Ellipsis, FileText, Pencil, Search, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { dateText } from '../../../platform/format/market-text.ts'
import {
  removeConversation,
  renameConversation,
  restoreConversation,
  selectConversation,
} from '../../../platform/live/agent/agent-client.ts'
import { useAgent } from '../../../platform/live/agent/agent-state.ts'
import { recoverSession, useSession } from '../../../platform/session/session.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { iconButtonStyle } from '../../../ui/controls/button.tsx'
import { inputStyle } from '../../../ui/controls/text-field.tsx'
import { cx } from '../../../ui/cx.ts'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'

export function HistorySidebar({ onSelect }: { readonly onSelect: () => void }) {
  const [typed, setTyped] = useState('')
  const wanted = useRested(typed)
  const conversations = useAgent((state) => state.conversations)
  const selected = useAgent((state) => state.selected)
  const found = conversations && searchConversations(conversations, wanted)
  return (
    <nav id="agent-history" aria-label="Conversations" className="agent-history">
      <label className="relative block p-2">
        <span className="sr-only">Search conversations</span>
        <Search size={14} aria-hidden="true" className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-ink-3" />
        <input
          type="search"
          placeholder="Search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className={cx(inputStyle, 'min-h-8 pl-7 text-13')}
        />
      </label>
      {found === null && (
        <div role="status" aria-label="Loading conversations" className="flex flex-col gap-2 p-2">
          <SkeletonRows count={5} className="h-9 w-full" />
        </div>
      )}
      <ul className="agent-conversations">
        {found?.map((entry) => (
          <li key={entry._id}>
            <ItemBoundary of={entry}>
              <ConversationItem
                entry={entry}
                isSelected={entry._id === selected}
                onSelect={() => {
                  selectConversation(entry._id)
                  onSelect()
                }}
              />
            </ItemBoundary>
          </li>
        ))}
      </ul>
      {found?.length === 0 && (
        <p role="status" className="px-3 py-4 text-12 text-ink-2">
          {wanted.trim() === '' ? 'No conversations yet.' : `No conversations match “${wanted.trim()}”.`}
        </p>
      )}
    </nav>
  )
}

const SEARCH_DEBOUNCE_MS = 300

/** Case-insensitive, ignores surrounding space; excludes unnamed conversations. */
export function searchConversations(conversations: readonly ConversationEntry[], typed: string): readonly ConversationEntry[] {
  const wanted = typed.trim().toLowerCase()
  return conversations.filter(({ name }) => name.trim() !== '' && name.toLowerCase().includes(wanted))
}

function useRested(typed: string): string {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return rested
}

type ConversationItemProps = { readonly entry: ConversationEntry; readonly isSelected: boolean; readonly onSelect: () => void }

function ConversationItem({ entry, isSelected, onSelect }: ConversationItemProps) {
  const [isRenaming, setRenaming] = useState(false)
  return (
    <div className={cx('agent-conversation', isSelected && 'bg-surface-3')}>
      {isRenaming ? (
        <NameField entry={entry} onDone={() => setRenaming(false)} />
      ) : (
        <button type="button" aria-current={isSelected || undefined} onClick={onSelect} className="agent-conversation-open">
          <span className="block truncate text-13 text-ink-1">{entry.name}</span>
          <span className="num block text-11 text-ink-3">{dateText(Date.parse(entry.createdAt))}</span>
        </button>
      )}
      <Menu
        label={`Options for “${entry.name}”`}
        items={itemsOf(entry, () => setRenaming(true))}
        trigger={(props) => (
          <button type="button" {...props} aria-label={`More about “${entry.name}”`} className={iconButtonStyle}>
            <Ellipsis size={16} aria-hidden="true" />
          </button>
        )}
      />
    </div>
  )
}

const itemsOf = ({ _id, name }: ConversationEntry, rename: () => void): readonly MenuItem[] => [
  { id: 'rename', label: 'Rename', icon: <Pencil size={16} />, onSelect: rename },
  { id: 'md', label: 'Export as text', icon: <FileText size={16} />, onSelect: () => downloadConversation(_id, name, 'md') },
  { id: 'json', label: 'Export as JSON', icon: <Braces size={16} />, onSelect: () => downloadConversation(_id, name, 'json') },
  { id: 'delete', label: 'Delete', icon: <Trash2 size={16} />, startsGroup: true, onSelect: () => remove(_id, name) },
]

function remove(id: string, name: string): void {
  if (!removeConversation(id)) return
  notify('info', `“${name}” was deleted.`, { theme: 'auto', action: { label: 'Undo', run: () => restoreConversation(id) } })
}

function NameField({ entry, onDone }: { readonly entry: ConversationEntry; readonly onDone: () => void }) {
  const [name, setName] = useState(entry.name)
  const keep = () => {
    renameConversation(entry._id, name)
    onDone()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // Enter would also press the button that gets the focus.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') keep()
    else onDone()
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the user just pressed the button that opens this field
      autoFocus
      aria-label="Conversation name"
      maxLength={CONVERSATION_NAME_MAX_LENGTH}
      value={name}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setName(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={keep}
      className={inputStyle}
    />
  )
}

type ConversationFormat = 'md' | 'json'

function downloadConversation(id: string, name: string, format: ConversationFormat): void {
  fetchConversation(id, format).then(
    (content) => saveAs(content, `${fileName(name)}.${format}`),
    (error: unknown) => {
      console.warn('A conversation could not be exported.', error)
      notify('error', 'The conversation could not be exported. Try again.')
    },
  )
}

async function fetchConversation(id: string, format: ConversationFormat): Promise<Blob> {
  const ask = (token: string | null) =>
    fetch(`/api/v1/agent/conversations/${id}/export?format=${format}`, { headers: { authorization: `Bearer ${token}` } })
  const { token } = useSession.getState()
  let response = await ask(token)
  if (response.status === 401 && (await recoverSession(token)) === 'renewed') response = await ask(useSession.getState().token)
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  return await response.blob()
}

function saveAs(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has started reading the blob by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Makes a name valid as a file name on every operating system. */
const fileName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'conversation'
