export const SCORECARD_WORDS = {
  calibration: {
    heads: ['Stated', 'Observed', '95% interval'],
  },
  pit: {
    heads: ['Part', 'Outcomes', 'Share'],
  },
} as const
