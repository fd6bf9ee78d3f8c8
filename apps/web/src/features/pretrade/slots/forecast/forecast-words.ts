/** Every sentence of forecast. */
export const FORECAST_WORDS = {
  trackRecordFor: (symbol: string) => `Track record for ${symbol}`,
  loadingScorecard: (symbol: string) => `Loading the scorecard of ${symbol}`,
  scorecardFailed: (symbol: string) => `The scorecard of ${symbol} could not be loaded`,
} as const
