import { VOLATILITY_DAYS, VOLATILITY_WINDOWS } from '@aerie/wire/market/analytics'
import * as z from 'zod/mini'

const schema = z.object({
  window: z.catch(z.literal(VOLATILITY_WINDOWS), 168),
  days: z.catch(z.literal(VOLATILITY_DAYS), 90),
})
/** What a volatility slot keeps in its layout: hours measured over, and days of the past they are judged against. */
export type VolatilityOptions = z.output<typeof schema>

/** Reads what was stored; what is missing or makes no sense takes its default. */
export function parseVolatilityOptions(stored: unknown): VolatilityOptions {
  const parsed = z.safeParse(schema, stored ?? {})
  return parsed.success ? parsed.data : z.parse(schema, {})
}
