import { create } from 'zustand'
import { readStored, removeStored, writeStored } from '../../../lib/storage/storage.ts'
import { useSession } from '../../../session/session.ts'

/** What is typed and not sent, by storage key; a reload finds it in local storage. */
const useDrafts = create<Readonly<Record<string, string>>>(() => ({}))

/** Whose draft and of which conversation: on a shared computer nobody reads another's. */
const keyOf = (user: string | undefined, conversation: string | null): string => `aerie.agent.draft.${user ?? ''}.${conversation ?? 'new'}`

/** The unsent text of a conversation (null: of the one that would be new), and the way to change it. */
export function useDraft(conversation: string | null): readonly [text: string, setText: (text: string) => void] {
  const key = keyOf(
    useSession((state) => state.user?.user_id),
    conversation,
  )
  const text = useDrafts((drafts) => drafts[key]) ?? readStored(key) ?? ''
  return [text, (next) => keep(key, next)]
}

function keep(key: string, text: string): void {
  useDrafts.setState({ [key]: text })
  if (text === '') removeStored(key)
  else writeStored(key, text)
}
