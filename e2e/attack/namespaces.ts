import type { JsonSchema } from '@aerie/testkit/shaped-json'
import { agentCommands } from '@aerie/wire/agent/agent'
import { liveCommands } from '@aerie/wire/market/live-socket'
import { mirrorCommands } from '@aerie/wire/workspace/mirror'
import * as z from 'zod/mini'

export type Request = {
  readonly event: string
  readonly message: unknown
  readonly isAnswer: (frame: string) => boolean
}

export type Namespace = {
  readonly name: string
  readonly commands: Readonly<Record<string, JsonSchema>>
  /** A request that must be answered whatever came before it; `id` is a UUID of its own. */
  readonly ask: (id: string) => Request
  readonly share: number
}

const schemasOf = (commands: Readonly<Record<string, z.core.$ZodType>>): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.entries(commands).map(([name, schema]) => [name, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema]),
  )

/** Sent only after everything before it has been read, so an error is its response. */
const isError = (name: string) => (frame: string) => frame.startsWith(`42${name},["error",`)
const refused = (name: string, event: string) => (): Request => ({ event, message: null, isAnswer: isError(name) })

const page = (id: string): Request => {
  const size = 11 + (Number.parseInt(id.slice(0, 6), 16) % 39)
  const isPage = (frame: string): boolean => frame.startsWith('42/live,["assets",') && frame.includes(`"page":1,"size":${size},`)
  return { event: 'assets', message: { page: 1, size }, isAnswer: (frame) => isPage(frame) || isError('/live')(frame) }
}

/** Commands here run in a queue, so earlier responses may still arrive: this one identifies its request. */
const unknownConversation = (id: string): Request => ({
  event: 'history',
  message: { conversation: id },
  isAnswer: (frame) => isError('/agent')(frame) && frame.includes(id),
})

/** Every namespace of the server; events come from the maps shared by client and server. */
export const NAMESPACES: readonly Namespace[] = [
  { name: '/live', commands: schemasOf(liveCommands), ask: page, share: 35 },
  { name: '/agent', commands: schemasOf(agentCommands), ask: unknownConversation, share: 25 },
  { name: '/mirror', commands: schemasOf(mirrorCommands), ask: refused('/mirror', 'publish'), share: 30 },
  { name: '/messages', commands: {}, ask: refused('/messages', 'hello'), share: 10 },
]
