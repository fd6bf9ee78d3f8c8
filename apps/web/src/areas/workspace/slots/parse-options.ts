import * as z from 'zod/mini'

/** Parses stored slot options; invalid ones are ignored. */
export function parseOptions<T>(schema: z.ZodMiniType<T, unknown> | z.core.$ZodType<T>, options: unknown): Partial<T> {
  const parsed = z.safeParse(schema, options)
  return parsed.success ? parsed.data : {}
}
