/** Every sentence of the market's state and of its refusals. */
export const MARKET_WORDS = {
  waiting: 'Waiting for the first prices.',
  restarting: 'The market is restarting.',
  starting: 'The market is starting.',
  noAnswer: (seconds: number) => `The market source is not responding. Trying again in ${seconds} s.`,
  noStart: (why: string) => `The market cannot start: ${why}`,
  historyTrouble: (why: string) => `The price history could not be loaded: ${why}. Trying again.`,
  historyHoles: (candles: number, coins: number) =>
    `The price history lacks ${candles} candles of ${coins === 1 ? 'one coin' : `${coins} coins`}. Loading them again.`,
  historyLoading: 'The price history is loading.',
  notFollowed: 'This market provides no order books and trades to follow.',
  liveAlready: 'The market is already live.',
  liveOutOfReach: (detail: string) => `The live market cannot be reached; nothing has changed. ${detail}`,
  noRecording: 'No recording is playing.',
  live: (detail: string) => `The market is live now. ${detail}`,
  sourceSilent: 'The market source is not responding.',
  noBook: (symbol: string) => `No order book for ${symbol} from this market source.`,
  unknownCoin: (symbol: string) => `Unknown coin: ${symbol}.`,
} as const
