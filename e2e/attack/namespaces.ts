import type { JsonSchema } from '@aerie/testkit/shaped-json'
import { agentCommands } from '@aerie/wire/agent'
import { liveCommands } from '@aerie/wire/live-commands'
import { mirrorCommands } from '@aerie/wire/mirror'
import * as z from 'zod/mini'

export type Namespace = {
  readonly name: string
  readonly commands: Readonly<Record<string, JsonSchema>>
  /** A good request, or one that must be refused, and the event of its answer: packets of a connection are read in order. */
  readonly ask: readonly [event: string, message: unknown]
  readonly answer: string
  /** Of a hundred packets. */
  readonly share: number
}

const schemasOf = (commands: Readonly<Record<string, z.core.$ZodType>>): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.entries(commands).map(([name, schema]) => [name, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema]), // a JSON schema is an object
  )

/** Every namespace of the server, its events taken from the maps that client and server share. */
export const NAMESPACES: readonly Namespace[] = [
  { name: '/live', commands: schemasOf(liveCommands), ask: ['assets', { page: 1, size: 10 }], answer: 'assets', share: 35 },
  { name: '/agent', commands: schemasOf(agentCommands), ask: ['conversations', null], answer: 'conversations', share: 25 },
  { name: '/mirror', commands: schemasOf(mirrorCommands), ask: ['publish', null], answer: 'error', share: 30 },
  { name: '/messages', commands: {}, ask: ['hello', null], answer: 'error', share: 10 },
]
