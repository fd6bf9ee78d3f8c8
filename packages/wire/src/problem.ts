import * as z from 'zod/mini'
import { ERROR_CODES } from './errors.ts'

/** RFC 9457 problem details: the body of every HTTP error, as `application/problem+json`. */
export const problem = z.object({
  /** A URI that names the kind of problem: `urn:aerie:problem:<code>`. */
  type: z.string(),
  title: z.string(),
  status: z.int().check(z.gte(400), z.lte(599)),
  /** One sentence for this occurrence. Never a stack, a query or a path of the server. */
  detail: z.string(),
  /** One of `ERROR_CODES`, or where a rule of an area was broken that area's own word, such as `tickRejected` (trading-codes.ts). */
  code: z.string().check(z.regex(/^[A-Za-z_]{1,64}$/)),
  /** For bad input: what is wrong with each field, by its dotted path; `''` is the whole body. */
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
})
export type Problem = z.output<typeof problem>

/** The one success form: `{"data": …}`. */
export const envelope = <T extends z.core.$ZodType>(data: T) => z.object({ data })

/** Body of the socket events `error` and `wallet_error`. */
export const socketError = z.object({ code: z.enum(ERROR_CODES), message: z.string() })
export type SocketError = z.output<typeof socketError>
