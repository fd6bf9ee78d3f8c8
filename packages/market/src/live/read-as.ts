import * as z from 'zod/mini'

/** A message that was not understood, and what it should have been. */
export type Malformed = { readonly kind: 'malformed'; readonly what: string }

/** {@link Malformed}. */
export const malformed = (what: string): Malformed => ({ kind: 'malformed', what })

/** A reader of one kind of message: what the schema lets through becomes `make`'s, the rest is malformed. Throws never. */
export const readAs =
  <T, M>(schema: z.ZodMiniType<T>, what: string, make: (fields: T) => M) =>
  (message: unknown): M | Malformed => {
    const parsed = z.safeParse(schema, message)
    return parsed.success ? make(parsed.data) : malformed(what)
  }
