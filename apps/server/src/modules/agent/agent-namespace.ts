import { type AgentCommand, agentCommands, agentEvents } from '@aerie/wire/agent/agent'
import type { WireFault } from '@aerie/wire/hear'
import type { Server } from 'socket.io'
import * as z from 'zod/mini'
import type { Admission } from '../../sockets/admission.ts'
import { type Handlers, openNamespace } from '../../sockets/namespace.ts'
import type { Body, Member, UserChannel } from '../../sockets/user-channel.ts'

type Event = keyof typeof agentEvents

/** The window that sent a command. */
export type Window = {
  readonly userId: string
  /** Whether it is still there: what only it asked for is not worked out for nobody. */
  readonly isConnected: () => boolean
  /** Tells this window alone. */
  readonly tell: Member<typeof agentEvents>['tell']
  /** Hands this window what was encoded once for several. */
  readonly send: Member<typeof agentEvents>['send']
  /** Tells the user's other windows. */
  readonly tellOthers: <E extends Event>(event: E, message: Body<typeof agentEvents, E>) => void
}
export type Commands = { readonly [C in AgentCommand]: (window: Window, message: z.output<(typeof agentCommands)[C]>) => Promise<void> }

type Deps = Admission & { readonly io: Server; readonly commands: Commands; readonly onFault: (fault: WireFault) => void }

export const AGENT_NAMESPACE = '/agent'

/** The namespace `/agent`: a good token is required; bad messages are answered and never end the connection. */
export function serveAgent({ commands, ...deps }: Deps): UserChannel<typeof agentEvents> {
  const channel: UserChannel<typeof agentEvents> = openNamespace({
    ...deps,
    name: AGENT_NAMESPACE,
    mayGuestsEnter: false,
    commands: agentCommands,
    events: agentEvents,
    referenceOf,
    serve: (member) => ({ handlers: handlersOf(commands, windowOf(member, channel)) }),
  })
  return channel
}

function windowOf(member: Member<typeof agentEvents>, channel: UserChannel<typeof agentEvents>): Window {
  if (member.claims === undefined) throw new Error('a socket of /agent was let in without a session')
  const { isConnected, tell, send } = member
  const tellOthers: Window['tellOthers'] = (event, message) => channel.tellOthers(member, event, message)
  return { userId: member.claims.user_id, isConnected, tell, send, tellOthers }
}

const handlersOf = (commands: Commands, window: Window): Handlers<typeof agentCommands> => ({
  conversations: (message) => commands.conversations(window, message),
  conversation: (message) => commands.conversation(window, message),
  history: (message) => commands.history(window, message),
  message: (message) => commands.message(window, message),
  feedback: (message) => commands.feedback(window, message),
  rename: (message) => commands.rename(window, message),
  remove: (message) => commands.remove(window, message),
  restore: (message) => commands.restore(window, message),
  stop: (message) => commands.stop(window, message),
})

const reference = z.catch(
  z.object({ conversation: z.catch(z.optional(z.uuid()), undefined), id: z.catch(z.optional(z.uuid()), undefined) }),
  {},
)

/** What an error refers to, as far as the message says so. */
function referenceOf(message: unknown): { conversation?: string; id?: string } {
  const { conversation, id } = z.parse(reference, message)
  return { ...(conversation !== undefined && { conversation }), ...(id !== undefined && { id }) }
}
