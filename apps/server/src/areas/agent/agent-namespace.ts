import { type AgentCommand, agentCommands, agentEvents } from '@aerie/wire/agent/agent'
import type { WireFault } from '@aerie/wire/event-subscriber'
import type { Server } from 'socket.io'
import * as z from 'zod/mini'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Admission } from '../../platform/sockets/admission.ts'
import { type Handlers, openNamespace } from '../../platform/sockets/namespace.ts'
import type { Body, Member, UserChannel } from '../../platform/sockets/user-channel.ts'

type Event = keyof typeof agentEvents

export type Window = {
  readonly userId: string
  readonly isConnected: () => boolean
  readonly emit: Member<typeof agentEvents>['emit']
  readonly send: Member<typeof agentEvents>['send']
  readonly emitToOthers: <E extends Event>(event: E, message: Body<typeof agentEvents, E>) => void
}
export type Commands = { readonly [C in AgentCommand]: (window: Window, message: z.output<(typeof agentCommands)[C]>) => Promise<void> }

type Deps = Admission & {
  readonly io: Server
  readonly bus?: Bus | undefined
  readonly commands: Commands
  readonly onFault: (fault: WireFault) => void
}

export const AGENT_NAMESPACE = '/agent'

/** Namespace `/agent`: requires a valid token; invalid messages get an error and do not disconnect. */
export function serveAgent({ commands, bus, ...deps }: Deps): UserChannel<typeof agentEvents> {
  const channel: UserChannel<typeof agentEvents> = openNamespace({
    ...deps,
    ...(bus && { bus }),
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
  const { isConnected, emit, send } = member
  const emitToOthers: Window['emitToOthers'] = (event, message) => channel.emitToOthers(member, event, message)
  return { userId: member.claims.user_id, isConnected, emit, send, emitToOthers }
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

function referenceOf(message: unknown): { conversation?: string; id?: string } {
  const { conversation, id } = z.parse(reference, message)
  return { ...(conversation !== undefined && { conversation }), ...(id !== undefined && { id }) }
}
