/**
 * Trades under which no figure of a record is told: about where the mean of a skewed sample begins to be near normal.
 *
 * Source: docs/math/persona.md
 */
export const PERSONA_LEAST_TRADES = 30

/** What a record shows of a trader, in the order in which it is told. Shares are fractions, `busy_days` is USDC a trade. */
export const PERSONA_FIGURES = [
  'risk_percent',
  'stop_share',
  'hold_ms',
  'win_rate',
  'losers_longer',
  'size_after_loss',
  'quick_reentry',
  'night_share',
  'trades_per_week',
  'busy_days',
  'payoff',
] as const
/** One of `PERSONA_FIGURES`. */
export type PersonaFigureName = (typeof PERSONA_FIGURES)[number]

/** Why a figure does not exist. */
export const PERSONA_REASONS = ['too_few', 'one_sided', 'too_short', 'undefined'] as const
/** One of `PERSONA_REASONS`: under 30 trades; under ten of one of two groups; under four weeks; the formula has no value. */
export type PersonaReason = (typeof PERSONA_REASONS)[number]

/** A figure of a record: `value` is null exactly where `reason` says why. */
export type PersonaFigure = {
  readonly value: number | null
  /** Trades that it rests on. */
  readonly n: number
  /** 95 %. */
  readonly interval?: readonly [low: number, high: number] | undefined
  readonly reason?: PersonaReason | undefined
}
/** All figures of a record. */
export type PersonaRecord = Readonly<Record<PersonaFigureName, PersonaFigure>>
