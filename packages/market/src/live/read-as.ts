import * as z from 'zod/mini'

/** An invalid message; `what` is the expected type. */
export type Malformed = { readonly kind: 'malformed'; readonly what: string }

/** Creates a {@link Malformed}. */
export const malformed = (what: string): Malformed => ({ kind: 'malformed', what })

/** Creates a parser: valid input is passed to `make`, the rest is malformed. Never throws. */
export const readAs =
  <T, M>(schema: z.ZodMiniType<T>, what: string, make: (fields: T) => M) =>
  (message: unknown): M | Malformed => {
    const parsed = z.safeParse(schema, message)
    return parsed.success ? make(parsed.data) : malformed(what)
  }
