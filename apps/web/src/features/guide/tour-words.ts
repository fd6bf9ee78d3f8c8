/** Every sentence of the tour. */
export const TOUR_WORDS = {
  title: 'Tour of Aerie',
  of: (at: number, all: number) => `Step ${at} of ${all}`,
  back: 'Back',
  next: 'Next',
  leave: 'Leave the tour',
  done: 'Finish',
  again: 'You can take the tour again from search: “Take the tour”.',
  steps: {
    find: {
      title: 'Find anything',
      text: 'Search coins, screens and commands.',
      keys: 'On a keyboard, press Ctrl+K (Cmd+K on a Mac), or ? for all shortcuts.',
    },
    coin: {
      title: 'Look at a coin',
      text: 'Each coin has its chart, order book and a forecast with its track record.',
      open: 'Open Currencies',
    },
    trade: {
      title: 'Trade on paper',
      text: 'You have 10,000 USDC of simulated money. Orders are filled against the order book you see.',
      open: 'Open Trade',
    },
    alerts: {
      title: 'Let alerts watch',
      text: 'Set alerts on prices, volatility, forecasts and your own positions. They reach you here, and by the channels you choose.',
      open: 'Open Trade Alerts',
    },
    learn: {
      title: 'Your first paper trade',
      text: 'The first lesson takes about three minutes, from here to a trade in your journal.',
      open: 'Start the first lesson',
    },
  },
} as const
