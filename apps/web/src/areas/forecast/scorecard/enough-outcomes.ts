import type { Scorecard } from '@aerie/wire/market/forecasts'

/** With fewer independent outcomes, Wilson's interval of an 80 % band is wider than 28 points (docs/decisions/0026). */
export const NEEDED_OUTCOMES = 30

/** Whether outcomes suffice for a verdict on calibration, and for plots of twenty bins. */
export const hasEnoughOutcomes = ({ independent }: Pick<Scorecard, 'independent'>): boolean => independent >= NEEDED_OUTCOMES
