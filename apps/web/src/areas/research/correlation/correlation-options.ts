import { CORRELATION_HOURS, CORRELATION_METHODS, MOST_CORRELATED, RETURN_INTERVALS } from '@aerie/wire/market/analytics'
import { symbol } from '@aerie/wire/market/market'
import * as z from 'zod/mini'

const schema = z.object({
  /** `top`: the largest `count`; `list`: one of the user's lists; `own`: chosen individually. */
  from: z.catch(z.enum(['top', 'list', 'own']), 'top'),
  count: z.catch(z.int().check(z.gte(2), z.lte(MOST_CORRELATED)), 10),
  list: z.catch(z.nullable(z.string().check(z.maxLength(40))), null),
  own: z.catch(z.array(symbol).check(z.maxLength(MOST_CORRELATED)), []),
  interval: z.catch(z.enum(RETURN_INTERVALS), '1h'),
  window: z.catch(z.int().check(z.gte(CORRELATION_HOURS.least), z.lte(CORRELATION_HOURS.most)), 720),
  method: z.catch(z.enum(CORRELATION_METHODS), 'pearson'),
  order: z.catch(z.enum(['cluster', 'given']), 'cluster'),
  view: z.catch(z.enum(['matrix', 'pairs']), 'matrix'),
})
export type CorrelationOptions = z.output<typeof schema>

export function parseCorrelationOptions(stored: unknown): CorrelationOptions {
  const parsed = z.safeParse(schema, stored ?? {})
  return parsed.success ? parsed.data : z.parse(schema, {})
}
