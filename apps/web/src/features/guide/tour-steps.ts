/** A step: what it says, which part of the page it points at where that is on screen, and where it leads. */
export type TourStep = {
  readonly title: string
  readonly text: string
  /** What is for those who have a keyboard; left out on screens that are touched. */
  readonly keys: string | null
  readonly points: string
  readonly open: { readonly to: string; readonly words: string } | null
}

/** The five steps, as many as `TOUR_STEPS` of the wire. */
export const STEPS: readonly TourStep[] = [
  // The search; small screens have it under More, in the bar at the bottom.
  {
    title: 'Find anything',
    text: 'Search coins, screens and commands.',
    keys: 'On a keyboard, press Ctrl+K (Cmd+K on a Mac), or ? for all shortcuts.',
    points: ':is(header [aria-keyshortcuts], nav button)[aria-haspopup="dialog"]',
    open: null,
  },
  {
    title: 'Look at a coin',
    text: 'Each coin has its chart, order book and a forecast with its track record.',
    keys: null,
    points: 'nav a[href="/currencies/BTC"]',
    open: { to: '/currencies/BTC', words: 'Open Currencies' },
  },
  {
    title: 'Trade on paper',
    text: 'You have 10,000 USDC of simulated money. Orders are filled against the order book you see.',
    keys: null,
    points: 'nav a[href="/claw/trade"]',
    open: { to: '/claw/trade', words: 'Open Trade' },
  },
  {
    title: 'Let alerts watch',
    text: 'Set alerts on prices, volatility, forecasts and your own positions. They reach you here, and by the channels you choose.',
    keys: null,
    points: 'header a[href="/tradealerts"], nav a[href="/tradealerts"]',
    open: { to: '/tradealerts', words: 'Open Trade Alerts' },
  },
  {
    title: 'Your first paper trade',
    text: 'The first lesson takes about three minutes, from here to a trade in your journal.',
    keys: null,
    points: 'nav a[href="/claw"]',
    open: { to: '/claw/learn?lesson=first-trade', words: 'Start the first lesson' },
  },
]
