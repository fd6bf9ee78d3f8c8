import type * as z from 'zod/mini'
import type { socketError } from './problem.ts'

/** Event map of one direction of a namespace: the schema of each event by its name. */
export type SocketCommands = Readonly<Record<string, z.core.$ZodType>>

/** What a server says on a namespace: on each, what was wrong with a message is an `error`. */
export type SocketEvents = SocketCommands & { readonly error: z.core.$ZodType<unknown, z.input<typeof socketError>> }
