import * as z from 'zod/mini'
import { decimalField, instrumentSymbol } from '../trading/trading.ts'
import { ALERT_KINDS, alertKind, VOLATILITY_REGIMES } from './alert-kinds.ts'

/** Delivery channels of a firing. */
export const ALERT_CHANNELS = ['app', 'email', 'telegram', 'push', 'webhook'] as const
/** One of `ALERT_CHANNELS`. */
export type AlertChannel = (typeof ALERT_CHANNELS)[number]

/** Values below `LEAST`, or from `TOO_MUCH` on, are not exact as decimal text. */
const LEAST = 1e-18
const TOO_MUCH = 1e15

const aboveZero = z.pipe(
  z.union([decimalField, z.number().check(z.gt(0), z.lt(TOO_MUCH))]),
  z.transform((given, context) => {
    const value = Number(given)
    if (value >= LEAST && value < TOO_MUCH) return value
    context.issues.push({ code: 'custom', message: rangeFault(value), input: given })
    return z.NEVER
  }),
)

function rangeFault(value: number): string {
  if (value <= 0) return 'must be above 0'
  return value < LEAST ? 'is too close to 0' : 'must be below 1,000,000,000,000,000'
}

const WEEK_S = 604_800

/** Alert fields with their ranges; `alertBody` checks which ones a kind needs. */
export const alertFields = z.object({
  symbol: z.optional(instrumentSymbol),
  kind: z.enum(ALERT_KINDS),
  direction: z.optional(z.enum(['above', 'below', 'cross'])),
  /** In the quote currency of the source. */
  level: z.optional(aboveZero),
  /** Positive in both directions. */
  percent: z.optional(aboveZero.check(z.lte(1_000_000))),
  window_s: z.optional(z.int().check(z.gte(1), z.lte(WEEK_S))),
  ratio: z.optional(aboveZero.check(z.lte(1_000_000))),
  regime: z.optional(z.enum(VOLATILITY_REGIMES)),
  hours: z.optional(z.int().check(z.gte(1), z.lte(24))),
  quantile: z.optional(aboveZero.check(z.lt(1))),
  repeat: z.optional(z.enum(['once', 'every'])),
  cooldown_s: z.optional(z.int().check(z.gte(0), z.lte(WEEK_S))),
  expires_at: z.optional(z.iso.datetime({ offset: true })),
  note: z.optional(z.string().check(z.maxLength(500))),
  channels: z.optional(z.array(z.enum(ALERT_CHANNELS)).check(z.maxLength(ALERT_CHANNELS.length))),
})

/** An alert to create or to preview. */
export const alertBody = alertFields.check(
  z.superRefine((given, context) => {
    for (const field of alertKind(given.kind).needs) {
      if (given[field] !== undefined) continue
      context.addIssue({ code: 'custom', path: [field], message: `an alert of the kind "${given.kind}" needs it`, input: given })
    }
  }),
)
/** A requested alert. */
export type AlertBody = z.output<typeof alertBody>
