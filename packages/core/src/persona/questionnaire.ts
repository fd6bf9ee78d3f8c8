/** The persona questions in order, with their answers. Sources of each: docs/math/persona.md. */
export const PERSONA_QUESTIONS = {
  /** SOEP: willingness to take risks in financial matters, 0 (not at all) to 10 (very). */
  willingness: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
  /** Survey of Consumer Finances: risk accepted for a return. */
  risk_return: ['none', 'average', 'above_average', 'substantial'],
  /** Gächter, Johnson and Herrmann: largest acceptable loss in a coin toss that otherwise wins 6. */
  coin_toss: ['none', '2', '3', '4', '5', '6', '7'],
  /** Deepest drawdown of the own account so far, percent. */
  deepest_fall: ['never_traded', 'under_10', '10_to_25', '25_to_50', 'over_50'],
  after_fall: ['close_all', 'reduce', 'hold', 'add'],
  horizon: ['under_hour', 'under_day', 'days', 'weeks'],
  style: ['trend', 'breakout', 'reversion', 'news'],
  risk_per_trade: ['up_to_0.5', '0.5_to_1', '1_to_2', '2_to_5', 'over_5'],
  stops: ['always', 'mostly', 'rarely'],
  wins_of_ten: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
  held_longer: ['winners', 'same', 'losers'],
  size_after_loss: ['smaller', 'same', 'larger'],
  /** Trades opened between 23:00 and 06:00. */
  night: ['hardly', 'sometimes', 'often'],
  trades_per_week: ['up_to_5', '5_to_20', '20_to_50', 'over_50'],
} as const

/** Name of a question. */
export type PersonaQuestion = keyof typeof PERSONA_QUESTIONS
/** An answer to each question. */
export type PersonaAnswers = { readonly [Question in PersonaQuestion]: (typeof PERSONA_QUESTIONS)[Question][number] }
