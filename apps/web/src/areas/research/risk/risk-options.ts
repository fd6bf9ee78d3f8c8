import { symbol } from '@aerie/wire/market/market'
import * as z from 'zod/mini'

export const MOST_TARGETS = 3

const typed = z.string().check(z.maxLength(40))
const schema = z.object({
  /** Coin of the prices below: they are meaningless for another coin. */
  coin: z.catch(z.nullable(symbol), null),
  side: z.catch(z.enum(['long', 'short']), 'long'),
  entry: z.catch(typed, ''),
  stop: z.catch(typed, ''),
  targets: z.catch(z.array(typed).check(z.minLength(1), z.maxLength(MOST_TARGETS)), ['']),
})
export type RiskOptions = z.output<typeof schema>

/** Discards a plan of another coin. */
export function parseRiskOptions(stored: unknown, shown: string): RiskOptions {
  const parsed = z.safeParse(schema, stored ?? {})
  const options = parsed.success ? parsed.data : z.parse(schema, {})
  return options.coin === shown ? options : { coin: shown, side: options.side, entry: '', stop: '', targets: [''] }
}
