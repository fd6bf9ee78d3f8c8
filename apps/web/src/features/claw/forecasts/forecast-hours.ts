/** The horizon that a prediction without one means, in hours. */
export const HOURS = 24
