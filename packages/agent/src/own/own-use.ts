import type { Concept } from '../concepts.ts'
import { NAMED_PERIODS } from './own-call.ts'
import { isOfBook, type OwnFrame, type OwnSubject } from './own-frame.ts'
import type { OwnMeaning } from './own-matcher.ts'

/** Words that limit nothing and ask for nothing. */
const ALWAYS: readonly OwnMeaning[] = ['self', 'neutral', 'noTime', 'paid', 'aside', 'amount', 'today']
const BOOK: readonly OwnMeaning[] = ['bare', 'listed', 'amount', 'holding', 'distance', 'detail', 'many', 'overview', 'trades']
const RESULT: readonly OwnMeaning[] = ['net', 'overview', 'trades', 'bareResult', 'account', 'done']
const ORDERS: readonly OwnMeaning[] = [
  ...BOOK.filter((meaning) => meaning !== 'distance'),
  'orders',
  'fills',
  'done',
  'newest',
  'positions',
  'single',
]
const RATIO: readonly OwnMeaning[] = [...RESULT, 'best', 'worst', 'expectancy', 'bare', 'positions']
const PER_UNIT: readonly OwnMeaning[] = [
  ...RESULT,
  ...(['expectancy', 'payoff', 'fees', 'funding', 'best', 'worst', 'many', 'this_week', 'this_month', 'weekday'] as const),
]

/** What the answer on a subject shows, besides the subject itself. */
const SHOWN: Readonly<Partial<Record<OwnSubject, readonly OwnMeaning[]>>> = {
  positions: [
    ...BOOK,
    'net',
    'fees',
    'funding',
    'orders',
    'account',
    'bareResult',
    'mean_hold_ms',
    'long',
    'short',
    'winners',
    'losers',
    'best',
    'worst',
  ],
  account: [...BOOK, 'net', 'positions', 'bareResult'],
  open: ORDERS,
  done: ORDERS,
  filled: ORDERS,
  net: [...RESULT, 'fees', 'funding', 'winners', 'losers'],
  overview: [...RESULT, 'winners', 'losers', 'win_rate', 'expectancy', 'profit_factor', 'fees'],
  trades: [...RESULT, 'many', 'winners', 'losers'],
  list: [...RESULT, 'fees', 'funding', 'mean_hold_ms', 'newest', 'single'],
  per_day: PER_UNIT,
  per_week: PER_UNIT,
  per_month: PER_UNIT,
  win_rate: [...RESULT, 'winners', 'losers', 'many', 'detail', 'bare'],
  profit_factor: RESULT,
  payoff: [...RESULT, 'winners', 'losers', 'expectancy'],
  expectancy: [...RESULT, 'payoff'],
  streaks: [...RESULT, 'winners', 'losers', 'many'],
  mean_hold_ms: [...RESULT, 'winners', 'losers', 'expectancy', 'positions', 'bare', 'listed'],
  fees: ['trades', 'many', 'account', 'positions', 'done'],
  funding: ['trades', 'many', 'account', 'positions', 'done', 'fees'],
  volume: ['trades', 'many', 'account', 'bare'],
  max_drawdown: RATIO,
  sharpe: RATIO,
  sortino: RATIO,
  sqn: RATIO,
  mean_r: RATIO,
  mean_slippage: RATIO,
}

/** Whether the answer to a question takes a meaning of its words into account. */
export function isUsedBy(frame: OwnFrame): (meaning: OwnMeaning) => boolean {
  const { subject, side, period, also = [], by, rank, result, count } = frame
  // Fills are listed with the remark that they are not only those of a time.
  const periods = (isOfBook(frame) && subject !== 'filled') || period === undefined ? [] : [period, ...also]
  const used = new Set<string>([
    ...ALWAYS,
    subject,
    ...(SHOWN[subject] ?? []),
    // "How much am I up in percent", not the share of longs.
    ...(subject === 'net' && side === undefined && frame.tickers.length === 0 ? ['detail'] : []),
    ...[side, by].filter((each) => each !== undefined),
    // "Top 3 losses" are the worst ones.
    ...(rank === 'best' || rank === 'worst' ? ['best', 'worst'] : []),
    ...(by === undefined ? [] : ['best', 'worst', ...(by === 'side' ? ['long', 'short'] : [])]),
    ...(rank === 'newest' || count !== undefined ? ['newest', 'single'] : []),
    ...(result === undefined ? [] : [result === 'win' ? 'winners' : 'losers']),
    ...periods,
    ...(periods.length === 0 ? [] : ['months']),
    ...comparedOrOrdered(frame),
    ...(also.length > 0 || period?.startsWith('last_') === true ? ['newest'] : []),
    ...(period?.startsWith('last_week_day_') === true ? ['last_week'] : []),
  ])
  return (meaning) => used.has(meaning)
}

/** French "achats" are buy orders, and longs; "better in October than in November" shows both. */
const comparedOrOrdered = ({ orderSide, also = [] }: OwnFrame): readonly OwnMeaning[] => [
  ...(orderSide === undefined ? [] : (['long', 'short'] as const)),
  ...(also.length > 0 ? (['best', 'worst'] as const) : []),
]

/** Concepts of words that join, point or ask: an answer is the same without them. */
const JOINING: readonly Concept[] = [
  ...(['and', 'article', 'of', 'in', 'at', 'to', 'it', 'both', 'since', 'agoBefore', 'ago', 'last'] as const),
  ...([
    'ask',
    'past',
    'future',
    'own',
    'greet',
    'thanks',
    'help',
    'again',
    'follow',
    'filler',
    'now',
    'today',
    'move',
    'currency',
  ] as const),
]
const OF_BOOK: readonly Concept[] = ['price', 'trade', 'level', 'compare', 'ahead']
const COSTS: readonly OwnSubject[] = ['fees', 'funding']
const UNITS: readonly Concept[] = ['hour', 'day', 'week', 'month', 'year']
const OF_COMPARISON: readonly Concept[] = ['compare', 'level']
/** What a result says in whatever verb: "how do my shorts perform". */
const OF_RESULTS: readonly OwnSubject[] = ['net', 'overview', 'trades', 'list', 'done', 'filled']

/**
 * Whether a word that has these meanings outside own data is left out of the answer. Words that are not known to change nothing are,
 * so that no new word is dropped in silence.
 */
export function isForeign(concepts: ReadonlySet<Concept>, frame: OwnFrame): boolean {
  const { subject, by, also = [], rank } = frame
  const isOfCoins = isOfBook(frame) || by === 'symbol' || frame.tickers.length > 0 || frame.without !== undefined
  const isOfTime = isOfBook(frame) || by === 'weekday' || by === 'hour' || subject.startsWith('per_')
  const isCompared = by !== undefined || also.length > 0 || rank !== undefined
  const allowed: readonly Concept[] = [
    ...JOINING,
    ...(isOfBook(frame) || COSTS.includes(subject) ? OF_BOOK : []),
    ...(isOfTime ? UNITS : []),
    ...(isOfCoins ? (['coinNoun'] as const) : []),
    ...(isCompared ? OF_COMPARISON : []),
    ...(OF_RESULTS.includes(subject) || by !== undefined ? (['history'] as const) : []),
  ]
  return ![...concepts].some((concept) => allowed.includes(concept))
}

/** Meanings that limit an answer: without them it is of a wider set. */
export const isLimiting = (meaning: OwnMeaning): boolean => LIMITING.includes(meaning)
const LIMITING: readonly OwnMeaning[] = [
  ...(['long', 'short', 'winners', 'losers', 'newest', 'single', 'positions', 'listed', 'months'] as const),
  ...NAMED_PERIODS,
]
