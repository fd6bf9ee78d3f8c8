import * as z from 'zod/mini'
import { ERROR_CODES } from './errors.ts'

/** RFC 9457 problem details: the body of every HTTP error, as `application/problem+json`. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int().check(z.gte(400), z.lte(599)),
  /** One sentence; never a stack, query or server path. */
  detail: z.string(),
  code: z.string().check(z.regex(/^[A-Za-z_]{1,64}$/)),
  /** By dotted path; `''` is the whole body. */
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
})
export type Problem = z.output<typeof problem>

/** The only success format: `{"data": …}`. */
export const envelope = <T extends z.core.$ZodType>(data: T) => z.object({ data })

/** Cursor of the next page; null at the end. */
export const nextCursor = z.nullable(z.string())
/** Response of a list, newest first; pass `next` as `cursor` in the following request. */
export const listPage = <T extends z.core.$ZodType>(item: T) => z.object({ data: z.array(item), next: nextCursor })

/** Body of the socket events `error` and `wallet_error`. */
export const socketError = z.object({ code: z.enum(ERROR_CODES), message: z.string() })
export type SocketError = z.output<typeof socketError>

/** Event map of one direction of a namespace: schemas by event name. */
export type SocketCommands = Readonly<Record<string, z.core.$ZodType>>

/** Server events of a namespace; every namespace reports invalid messages as `error`. */
export type SocketEvents = SocketCommands & { readonly error: z.core.$ZodType<unknown, z.input<typeof socketError>> }
