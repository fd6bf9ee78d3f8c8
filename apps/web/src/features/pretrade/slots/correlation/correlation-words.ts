type ScatterWords = Readonly<Record<'a' | 'b' | 'edge' | 'value', string> & { pairs: number }>

/** Every sentence of correlation. */
export const CORRELATION_WORDS = {
  shared: {
    coins: 'Coins',
    chooseCoins: 'Choose coins',
    correlation: 'Correlation',
    matrix: 'Matrix',
  },
  matrix: {
    correlationOfReturns: 'Correlation of returns',
  },
  slot: {
    coinsFailed: 'The coins could not be loaded',
    appearOnceReady: 'They appear here once the server responds.',
    chooseAtLeastTwo: 'Choose at least two coins',
    chooseText: 'Choose 2 to 30 coins to see which of them move together.',
    correlations: 'Correlations',
    theCorrelations: 'The correlations',
    pairsNotKnown: (unknown: number, count: number) =>
      `${unknown} of ${count} pairs are not known (—): fewer than 20 common returns, or a price that did not move.`,
  },
  toolbar: {
    largest: (count: number) => `Largest ${count}`,
    custom: 'Custom',
    window: 'Window',
    interval: 'Interval',
    coefficient: 'Coefficient',
    pearson: 'Pearson',
    spearman: 'Spearman',
    order: 'Order',
    clusters: 'Clusters',
    asListed: 'As listed',
    view: 'View',
    table: 'Table',
    about:
      'How closely the log returns of two coins move together: 1 always in the same direction, 0 unrelated, −1 always in opposite directions.',
    aboutTimes:
      'Only times with a return of both coins count; below 20, no figure is shown. Spearman uses the ranks of the returns, so one huge move counts little.',
    fisherFormula: '95%: tanh(artanh r ± 1.96 / √(n−3))',
    fisherNote: 'The Fisher interval assumes independent pairs. In turbulent markets they are not, and the true interval is wider.',
  },
  ownCoinsDialog: {
    coinsToCompare: 'Coins to compare',
    search: 'Search by name or symbol',
    noMatchingCurrency: 'No matching currency.',
    noneChosen: 'None chosen.',
    clear: 'Clear',
    done: 'Done',
  },
  pairDetail: {
    show: (symbol: string) => `Show ${symbol}`,
    correlationOfAnd: (a: string, b: string) => `Correlation of ${a} and ${b}`,
    correlation: (a: string, b: string) => `The correlation of ${a} and ${b}`,
    interval: (pair: string, pairs: string) => `95% interval ${pair} · ${pairs} pairs of returns`,
    scatterTitle: 'Returns, one dot per pair',
    rollingTitle: (rolling_pairs: number) => `Rolling, over the last ${rolling_pairs} pairs`,
    rollingSummary: (a: string, b: string, rolling_pairs: number, coefficient: string) =>
      `Correlation of ${a} and ${b} over the last ${rolling_pairs} pairs: now ${coefficient}.`,
    rollingFrom: (rolling_pairs: number) => `Available from more than ${rolling_pairs} pairs on.`,
    rollingCorrelation: (a: string, b: string) => `Rolling correlation of ${a} and ${b}`,
    time: 'Time',
  },
  pairList: {
    tableLabel: 'Correlation of each pair, highest first',
    pair: 'Pair',
    interval95: '95% interval',
    pairsOfReturns: 'Pairs of returns',
  },
  scatter: {
    summary: ({ a, b, edge, pairs, value }: ScatterWords) =>
      `Returns of ${a} across, of ${b} up, both up to ${edge}: ${pairs} pairs, correlation ${value}.`,
  },
} as const
