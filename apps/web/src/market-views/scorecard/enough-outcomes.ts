import type { Scorecard } from '@aerie/wire/market/forecasts'

/** Independent outcomes from which a verdict is given: with fewer, Wilson's interval of an 80 % band is wider than 28 points (docs/decisions/0026). */
export const NEEDED_OUTCOMES = 30

/** Whether there are enough for words on how honest the bands are, and for plots of twenty parts. */
export const hasEnoughOutcomes = ({ independent }: Pick<Scorecard, 'independent'>): boolean => independent >= NEEDED_OUTCOMES
