import * as z from 'zod/mini'

/** What a slot kept, read with its own schema; what cannot be read is as if nothing had been kept. */
export function parseOptions<T>(schema: z.ZodMiniType<T, unknown> | z.core.$ZodType<T>, options: unknown): Partial<T> {
  const parsed = z.safeParse(schema, options)
  return parsed.success ? parsed.data : {}
}
