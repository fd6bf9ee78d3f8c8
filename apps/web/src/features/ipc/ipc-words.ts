type SummaryText = Readonly<Record<'symbol' | 'hours' | 'anchor' | 'time' | 'median' | 'ranges' | 'source', string>>

export const IPC_TEXT = {
  retry: 'Try Again',

  chart: {
    summary: ({ symbol, hours, anchor, time, median, ranges, source }: SummaryText) =>
      `${symbol}: recent prices and the forecast for ${hours}, from ${anchor}. At ${time} the median is ${median}; ${ranges}. ${source}.`,
  },
} as const
