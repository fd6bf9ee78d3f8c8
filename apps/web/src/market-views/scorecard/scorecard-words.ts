export const SCORECARD_TEXT = {
  calibration: {
    heads: ['Stated', 'Observed', '95% interval'],
  },
  pit: {
    heads: ['Part', 'Outcomes', 'Share'],
  },
} as const
