import { randomUUID } from 'node:crypto'
import type { ConversationEntry, ProvenFigure } from '@aerie/wire/agent'
import type { Commands, Window } from './agent-namespace.ts'
import { type AnswerDesk, laneOf } from './answer-desk.ts'
import type { Owned } from './conversation-repository.ts'
import type { ConversationService } from './conversation-service.ts'
import type { Lanes } from './lanes.ts'
import type { MessageService, Said } from './message-service.ts'

type Deps = {
  readonly conversations: ConversationService
  readonly messages: MessageService
  readonly desk: AnswerDesk
  readonly lanes: Lanes
  /** Figures in a text that this server answered to the user under that message id. */
  readonly provenIn: (text: string, userId: string, messageId: string | undefined) => readonly ProvenFigure[]
}

/**
 * What each command of `/agent` does. What a conversation is told happens in its lane, so that every window hears it in the
 * order in which it was stored.
 */
export function agentCommandsOf({ conversations, messages, desk, lanes, provenIn }: Deps): Commands {
  /** The sender hears its own message only where it named it: it asked to know that it is stored. */
  const spread = (window: Window, { message, isNew }: Said, isNamed: boolean): void => {
    if (isNamed) window.tell('message', message)
    if (isNew) window.tellOthers('message', message)
  }
  const tellAll = (window: Window, entry: ConversationEntry): void => {
    window.tell('conversation', entry)
    window.tellOthers('conversation', entry)
  }
  const ownOf = ({ userId }: Window, id: string): Owned => ({ userId, id: oneSpelling(id) })
  const inLane = <T>(window: Window, id: string, work: (own: Owned) => Promise<T>): Promise<T> => {
    const own = ownOf(window, id)
    return lanes.run([laneOf(own)], () => work(own))
  }
  /** What changes the list of conversations is done before a list that is asked for later. */
  const inList = <T>(window: Window, id: string, work: (own: Owned) => Promise<T>): Promise<T> => {
    const own = ownOf(window, id)
    return lanes.run([laneOf(own), own.userId], () => work(own))
  }

  return {
    conversations: (window) =>
      lanes.run([window.userId], async () => window.tell('conversations', await conversations.list(window.userId))),
    conversation: (window, { text, id = randomUUID() }) =>
      inList(window, id, async (own) => {
        const { entry, isNew } = await conversations.create(own, text)
        if (isNew) tellAll(window, entry)
        else window.tell('conversation', entry)
      }),
    history: (window, { conversation }) =>
      inLane(window, conversation, async (own) => tellHistory(window, await conversations.history(own), desk)),
    message: (window, { conversation, text, id }) =>
      inLane(window, conversation, async (own) => {
        const said = await messages.ask({ ...own, text, messageId: id && oneSpelling(id) })
        spread(window, said, id !== undefined)
        const reply = said.isNew ? undefined : await messages.replyTo(said)
        if (reply !== undefined) window.tell('message', reply)
        desk.attend(said.place)
      }),
    feedback: (window, { conversation, text, id, message_id }) =>
      inLane(window, conversation, async (own) => {
        const figuresFor = (clean: string) => provenIn(clean, own.userId, message_id)
        spread(window, await messages.tell({ ...own, text, messageId: id && oneSpelling(id), figuresFor }), id !== undefined)
      }),
    rename: (window, { conversation, name }) =>
      inList(window, conversation, async (own) => tellAll(window, await conversations.rename(own, name))),
    remove: (window, { conversation }) =>
      inList(window, conversation, async (own) => {
        desk.stop(await conversations.remove(own))
        window.tell('removed', { conversation: own.id })
        window.tellOthers('removed', { conversation: own.id })
      }),
    restore: (window, { conversation }) =>
      inList(window, conversation, async (own) => {
        const { entry, place } = await conversations.restore(own)
        tellAll(window, entry)
        desk.attend(place)
      }),
    // Not in the lane: what is to be stopped does not wait for what is being stored.
    stop: async (window, { conversation }) => desk.stop(await conversations.find(ownOf(window, conversation))),
  }
}

/** The database spells UUIDs in lower case, and so does every answer. */
const oneSpelling = (id: string): string => id.toLowerCase()

type History = Awaited<ReturnType<ConversationService['history']>>

/** Everything that was said, and what is just being said; what was never answered is. */
function tellHistory(window: Window, { place, messages }: History, desk: AnswerDesk): void {
  window.tell('history', { conversation: place.id, messages })
  const partial = desk.partial(place)
  if (partial !== undefined) window.tell('partial', { conversation: place.id, reply_to: partial.replyTo, text: partial.text })
  desk.attend(place)
}
