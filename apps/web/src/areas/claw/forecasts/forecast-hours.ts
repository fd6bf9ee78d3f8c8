/** Default horizon of a prediction, in hours. */
export const HOURS = 24
