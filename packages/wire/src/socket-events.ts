import type * as z from 'zod/mini'
import type { socketError } from './problem.ts'

/** Event map of one direction of a namespace: schemas by event name. */
export type SocketCommands = Readonly<Record<string, z.core.$ZodType>>

/** Server events of a namespace; every namespace reports invalid messages as `error`. */
export type SocketEvents = SocketCommands & { readonly error: z.core.$ZodType<unknown, z.input<typeof socketError>> }
