import { TOUR_WORDS } from './tour-words.ts'

const { find, coin, trade, alerts, learn } = TOUR_WORDS.steps

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
    title: find.title,
    text: find.text,
    keys: find.keys,
    points: ':is(header [aria-keyshortcuts], nav button)[aria-haspopup="dialog"]',
    open: null,
  },
  {
    title: coin.title,
    text: coin.text,
    keys: null,
    points: 'nav a[href="/currencies/BTC"]',
    open: { to: '/currencies/BTC', words: coin.open },
  },
  { title: trade.title, text: trade.text, keys: null, points: 'nav a[href="/claw/trade"]', open: { to: '/claw/trade', words: trade.open } },
  {
    title: alerts.title,
    text: alerts.text,
    keys: null,
    points: 'header a[href="/tradealerts"], nav a[href="/tradealerts"]',
    open: { to: '/tradealerts', words: alerts.open },
  },
  {
    title: learn.title,
    text: learn.text,
    keys: null,
    points: 'nav a[href="/claw"]',
    open: { to: '/claw/learn?lesson=first-trade', words: learn.open },
  },
]
