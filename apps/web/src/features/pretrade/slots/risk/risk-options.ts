import { symbol } from '@aerie/wire/market/market'
import * as z from 'zod/mini'

/** Most targets of one plan. */
export const MOST_TARGETS = 3

const typed = z.string().check(z.maxLength(40))
const schema = z.object({
  /** The coin that the prices below are of: those of another coin would make no sense. */
  coin: z.catch(z.nullable(symbol), null),
  side: z.catch(z.enum(['long', 'short']), 'long'),
  /** As typed; empty: the live price. */
  entry: z.catch(typed, ''),
  stop: z.catch(typed, ''),
  targets: z.catch(z.array(typed).check(z.minLength(1), z.maxLength(MOST_TARGETS)), ['']),
})
/** What a risk calculator keeps in its layout: one plan, as it was typed. */
export type RiskOptions = z.output<typeof schema>

/** Reads what was stored; a plan of another coin is none of this one. */
export function parseRiskOptions(stored: unknown, shown: string): RiskOptions {
  const parsed = z.safeParse(schema, stored ?? {})
  const options = parsed.success ? parsed.data : z.parse(schema, {})
  return options.coin === shown ? options : { coin: shown, side: options.side, entry: '', stop: '', targets: [''] }
}
