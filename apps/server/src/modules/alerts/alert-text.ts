import { numberText } from '@aerie/core/numbers/number-text'
import type { AlertTerms } from '@aerie/wire/alerts/alert-rows'

const SIDE = { above: 'above', below: 'below', cross: 'crosses' } as const
const UNITS = [
  [604_800, 'week'],
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const

/** A span in its largest whole unit: "2 hours", "90 seconds". */
function spanText(seconds = 0): string {
  const [size, name] = UNITS.find(([each]) => seconds >= each && seconds % each === 0) ?? [1, 'second']
  const count = seconds / size
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

const priceText = (text: string | undefined): string => numberText(Number(text))
const REGIME_SIDE = { above: ' or wilder', below: ' or calmer', cross: '' } as const
const MOVE = { above: 'up', below: 'down', cross: 'moves' } as const

/** What an alert watches, in a few words. @throws never */
export function alertTitle(terms: AlertTerms): string {
  const { kind, symbol = '', direction = 'cross', level, percent, ratio, window_s, regime = '', hours = 0, quantile } = terms
  switch (kind) {
    case 'price':
      return `${symbol} ${SIDE[direction]} ${priceText(level)}`
    case 'change':
      return `${symbol} ${MOVE[direction]} ${percent} % within ${spanText(window_s)}`
    case 'volume':
      return `${symbol} volume ${ratio} times the usual within ${spanText(window_s)}`
    case 'volatility':
      return `${symbol} volatility ${regime}${REGIME_SIDE[direction]}`
    case 'forecast':
      return `${symbol} forecast for ${hours} h${quantileText(quantile)} ${SIDE[direction]} ${priceText(level)}`
    case 'liquidation':
      return `${symbol === '' ? 'A position' : symbol} within ${percent} % of liquidation`
    case 'order_filled':
      return symbol === '' ? 'An order is filled' : `${symbol} order is filled`
    case 'unlock':
      return 'Unstaked tokens can be withdrawn'
  }
}

const quantileText = (quantile: string | undefined): string =>
  quantile === undefined || quantile === '0.5' ? '' : ` (${Number(quantile) * 100} % quantile)`

const SOURCE_NOTE = { live: '', sim: ' (simulated market)', replay: ' (replayed market)' } as const
const REGIMES = ['calm', 'normal', 'high', 'extreme'] as const

/** What is told of a firing: the figure, and that it is simulated or late where it is. */
export type FiringDetails = {
  /** What it was about, where the alert itself does not say: the order, the coin. */
  readonly what?: string | undefined
  readonly value: number | undefined
  readonly sourceKind: keyof typeof SOURCE_NOTE | undefined
  readonly at: number
  readonly seenAt: number
  readonly isLate: boolean
}

const minuteOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** What happened, in a sentence. @throws never */
export function firingText(terms: AlertTerms, details: FiringDetails): string {
  const { sourceKind, at, seenAt, isLate, what } = details
  const late = isLate ? ` Happened ${minuteOf(at)}, seen ${minuteOf(seenAt)}.` : ''
  const told = [what, figureText(terms, details.value)].filter((part) => part !== undefined).join(', ')
  return `${alertTitle(terms)}${told === '' ? '' : `: ${told}`}${sourceKind === undefined ? '' : SOURCE_NOTE[sourceKind]}.${late}`
}

function figureText({ kind, regime }: AlertTerms, value: number | undefined): string | undefined {
  if (value === undefined) return undefined
  if (kind === 'price' || kind === 'forecast') return numberText(value)
  if (kind === 'volatility') return value > 1 ? (REGIMES[value] ?? regime) : undefined
  return kind === 'volume' ? `${numberText(value)} times` : `${numberText(value)} %`
}

type FilledOrder = {
  readonly symbol: string
  readonly side?: string | undefined
  readonly filled?: string | undefined
  readonly average_price?: string | null | undefined
}

/** An order that was filled: `bought 0.5 BTC at 57,799.00`; its coin alone where no more is known. @throws never */
export function orderText({ symbol, side, filled, average_price }: FilledOrder): string {
  if (side === undefined || filled === undefined || average_price == null) return symbol
  return `${side === 'buy' ? 'bought' : 'sold'} ${filled} ${symbol} at ${numberText(Number(average_price))}`
}
