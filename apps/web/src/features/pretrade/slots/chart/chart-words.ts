/** Every sentence of chart. */
export const CHART_WORDS = {
  timeframeOfChannel: 'Timeframe of channel',
} as const
