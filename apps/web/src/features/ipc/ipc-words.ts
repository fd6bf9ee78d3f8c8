type SummaryWords = Readonly<Record<'symbol' | 'hours' | 'anchor' | 'time' | 'median' | 'ranges' | 'source', string>>

export const IPC_WORDS = {
  retry: 'Try Again',

  chart: {
    summary: ({ symbol, hours, anchor, time, median, ranges, source }: SummaryWords) =>
      `${symbol}: recent prices and the forecast for ${hours}, from ${anchor}. At ${time} the median is ${median}; ${ranges}. ${source}.`,
  },
} as const
