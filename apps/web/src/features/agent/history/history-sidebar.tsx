import { Search } from 'lucide-react'
import { useState } from 'react'
import { selectConversation } from '../../../live/agent/agent-client.ts'
import { useAgent } from '../../../live/agent/agent-state.ts'
import { inputStyle } from '../../../ui/controls/text-field.tsx'
import { cx } from '../../../ui/cx.ts'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ConversationItem } from './conversation-item.tsx'
import { searchConversations, useRested } from './conversation-search.ts'

/** Earlier conversations, newest first, and the search in their names. */
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
