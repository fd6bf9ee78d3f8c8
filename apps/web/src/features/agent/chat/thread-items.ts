import { type ChatMessage, feedbackId } from '@aerie/wire/agent/agent'

/** One entry of the conversation as it is shown. */
export type ThreadItem =
  | { readonly kind: 'question'; readonly message: ChatMessage }
  /** `results[n]` tells what the reply's call `n` came to; undefined where nothing was told yet. */
  | { readonly kind: 'reply'; readonly message: ChatMessage; readonly results: ReadonlyArray<ChatMessage | undefined> }
  /** Said by the agent or the system without a call of this conversation behind it. */
  | { readonly kind: 'note'; readonly message: ChatMessage }

/** The conversation in its order, each result beside the call that asked for it. */
export function threadItems(messages: readonly ChatMessage[]): ThreadItem[] {
  const byId = new Map(messages.map((message) => [message._id, message]))
  const placed = new Set<string>()
  const items = messages.map((message): ThreadItem => {
    if (message.sender === 'user') return { kind: 'question', message }
    if (message.reply_to === undefined) return { kind: 'note', message }
    const ids = (message.tool_calls ?? []).map((_, place) => feedbackId(message._id, place))
    for (const id of ids) placed.add(id)
    return { kind: 'reply', message, results: ids.map((id) => byId.get(id)) }
  })
  return items.filter(({ message }) => !placed.has(message._id))
}
