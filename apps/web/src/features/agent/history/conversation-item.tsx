import { CONVERSATION_NAME_MAX_LENGTH, type ConversationEntry } from '@aerie/wire/agent/agent'
import { Braces, Ellipsis, FileText, Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { removeConversation, renameConversation, restoreConversation } from '../../../live/agent/agent-client.ts'
import { dateText } from '../../../market-views/forecast/forecast-text.ts'
import { iconButtonStyle } from '../../../ui/controls/icon-button.tsx'
import { inputStyle } from '../../../ui/controls/text-field.tsx'
import { cx } from '../../../ui/cx.ts'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { notify } from '../../../ui/states/toast.ts'
import { downloadConversation } from './download-conversation.ts'

type ConversationItemProps = { readonly entry: ConversationEntry; readonly isSelected: boolean; readonly onSelect: () => void }

/** One conversation of the history: opens it, or renames, exports and deletes it. */
export function ConversationItem({ entry, isSelected, onSelect }: ConversationItemProps) {
  const [isRenaming, setRenaming] = useState(false)
  if (isRenaming) return <NameField entry={entry} onDone={() => setRenaming(false)} />
  return (
    <div className={cx('agent-conversation', isSelected && 'bg-surface-3')}>
      <button type="button" aria-current={isSelected || undefined} onClick={onSelect} className="agent-conversation-open">
        <span className="block truncate text-13 text-ink-1">{entry.name}</span>
        <span className="num block text-11 text-ink-3">{dateText(Date.parse(entry.createdAt))}</span>
      </button>
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

/** The name in place of the entry: Enter and leaving keep it, Escape does not. */
function NameField({ entry, onDone }: { readonly entry: ConversationEntry; readonly onDone: () => void }) {
  const [name, setName] = useState(entry.name)
  const keep = () => {
    renameConversation(entry._id, name)
    onDone()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') keep()
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onDone()
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the user has just asked to write here
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
