import type { ConversationEntry } from '@aerie/wire/agent/agent'
import { useEffect, useState } from 'react'
export const SEARCH_DEBOUNCE_MS = 300

/** Conversations whose name holds what was typed, whatever its case and the space around it; nameless ones are hidden. */
export function searchConversations(conversations: readonly ConversationEntry[], typed: string): readonly ConversationEntry[] {
  const wanted = typed.trim().toLowerCase()
  return conversations.filter(({ name }) => name.trim() !== '' && name.toLowerCase().includes(wanted))
}

/** What is being searched for: what was typed, once the typing has rested. */
export function useRested(typed: string): string {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return rested
}
