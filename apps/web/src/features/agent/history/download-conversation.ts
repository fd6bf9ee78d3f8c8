import { recoverSession, useSession } from '../../../session/session.ts'
import { notify } from '../../../ui/states/toast.ts'

/** The forms a conversation can be taken along in. */
export type ConversationFormat = 'md' | 'json'

/** Saves a conversation as a file. */
export function downloadConversation(id: string, name: string, format: ConversationFormat): void {
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
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** A name of a conversation as a name of a file, on every system. */
export const fileName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'conversation'
