/** Every sentence of volatility. */
export const VOLATILITY_WORDS = {
  shared: {
    availableLater: 'Available once there is more history.',
    window: 'Window',
    volatility: 'Volatility',
  },
  conePlot: {
    summary: (symbol: string, text: string) => `Volatility cone of ${symbol}. ${text}.`,
    now: 'Now',
    lowest: 'Lowest',
    median: 'Median',
    highest: 'Highest',
    windows: 'Windows',
    independent: 'Independent',
    coneTable: 'Cone as a table',
    tableLabel: 'Volatility by window, percent a year',
  },
  estimatorList: {
    closeToClose: 'Close to close',
    closeToCloseAbout: 'Standard deviation of hourly returns around their mean: the usual realised volatility.',
    parkinson: 'Parkinson',
    parkinsonAbout: 'Uses high and low. Needs a fifth of the candles for the same precision, but misses gaps between them.',
    garmanKlass: 'Garman–Klass',
    garmanKlassAbout: 'Uses open, high, low and close. Assumes no drift.',
    yangZhang: 'Yang–Zhang',
    yangZhangAbout: 'Uses open, high, low, close and the gaps between candles. Not affected by drift.',
    riskMetricsAbout: 'RiskMetrics: squared returns, each day weighted 0.94 of the day after it. Uses the whole history, not a window.',
    riskMetricsFormula: 'σ² = λ σ′² + (1−λ) u², λ = 0.94^(1/24) an hour',
  },
  historyPlot: {
    summary: (symbol: string, window_hours: string, days_known: number, yearly: string) =>
      `Volatility of ${symbol} over ${window_hours}, for ${days_known} days: now ${yearly} a year.`,
    label: (symbol: string) => `Volatility history of ${symbol}`,
    time: 'Time',
    regime: 'Regime',
  },
  regimeBanner: {
    noRegime: (reason: string) => `No regime: ${reason}`,
    basis: (symbol: string, window_hours: string, days_known: number, data: string) =>
      `${symbol} over the last ${window_hours}, against ${days_known} days. ${data}`,
    volatilityRegime: 'Volatility regime',
    about: 'Realised volatility: the standard deviation of hourly returns, annualised over 8,760 hours (the market never closes).',
    regimeFormula: 'σ = √( Σ(u−ū)² / (n−1) ) · √8760, u = ln(C / C′)',
    aboutPercentile:
      'Its percentile is the share of past hours that were calmer. Below the 25th it is calm, from the 75th high, from the 95th extreme. Every hour of the history is judged by the same thresholds as now.',
    aboutOverlap: 'Windows overlap, so only a few in a history of 90 days are independent: the cone shows how many.',
  },
  slot: {
    comparedWith: 'Compared with',
    past90Days: 'Past 90 days',
    past400Days: 'Past 400 days',
    volatilityOf: (symbol: string) => `Volatility of ${symbol}`,
    theVolatilityOf: (symbol: string) => `The volatility of ${symbol}`,
    noVolatilityOf: (symbol: string) => `No volatility of ${symbol}`,
    appearsHere: (reason: string) => `${reason} It appears here with its hourly candles.`,
    shortHistory: (symbol: string, days_known: number, days: number) =>
      `The history of ${symbol} has only ${days_known} of the ${days} days.`,
    historyTitle: 'History, percent a year; shaded by regime',
    coneTitle: 'Cone: lowest to highest, middle half, median; dots are now',
  },
} as const
