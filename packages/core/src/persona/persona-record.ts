/** Minimum trades for a figure: about where the mean of a skewed sample is near normal. Source: docs/math/persona.md. */
export const PERSONA_LEAST_TRADES = 30

/** Figures of a trader's record, in display order. Shares are fractions; `busy_days` is USDC per trade. */
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

/** Why a figure is missing. */
export const PERSONA_REASONS = ['too_few', 'one_sided', 'too_short', 'undefined'] as const
/** `too_few`: under 30 trades; `one_sided`: under ten in one of two groups; `too_short`: under four weeks; `undefined`: no value. */
export type PersonaReason = (typeof PERSONA_REASONS)[number]

/** `value` is null exactly when `reason` is set. */
export type PersonaFigure = {
  readonly value: number | null
  readonly n: number
  /** 95 % confidence. */
  readonly interval?: readonly [low: number, high: number] | undefined
  readonly reason?: PersonaReason | undefined
}
/** All figures of a record. */
export type PersonaRecord = Readonly<Record<PersonaFigureName, PersonaFigure>>
