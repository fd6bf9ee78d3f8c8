type FanText = Readonly<Record<'symbol' | 'hours' | 'median' | 'low' | 'high', string>>

export const CLAW_TEXT = {
  volatility: {
    regimes: { calm: 'Calm', normal: 'Normal', high: 'High', extreme: 'Extreme' },

    reasons: { 'no-history': 'too few closed hourly candles', gaps: 'candles are missing' },
  },
  forecasts: {
    retry: 'Try Again',

    summary: ({ symbol, hours, median, low, high }: FanText) =>
      `${symbol}: forecast for ${hours}, median ${median}, 95% between ${low} and ${high}.`,
  },

  sections: {
    what: {
      '/claw/pretrade': 'Charts, lists, depth, statistics and notes in one workspace',
      '/claw/trade': 'Paper and exchange orders',
      '/claw/posttrade': 'Your trading journal',
      '/claw/social': 'Trade ideas, scored by the market',
      '/claw/copy': 'Copy the trades of a leader',
      '/claw/learn': 'Short interactive lessons',
      '/present': 'A wallboard for a big screen',
      '/tradealerts': 'Alerts on prices and events',
    },
  },
} as const
