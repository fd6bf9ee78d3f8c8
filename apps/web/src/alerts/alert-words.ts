import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { AlertBody, AlertKind } from '@aerie/wire/alerts/alerts'

/** What an alert watches, as its sentence needs it; decimals come as text or as numbers. */
export type AlertRule = Pick<AlertBody, 'kind'> & {
  readonly [Field in 'symbol' | 'direction' | 'regime' | 'repeat']?: AlertBody[Field] | null | undefined
} & {
  readonly [Field in 'level' | 'percent' | 'window_s' | 'ratio' | 'hours' | 'quantile']?: number | string | null | undefined
}

/** The kinds of alert, in the order in which they are offered. */
export const KIND_WORDS: Readonly<Record<AlertKind, { readonly title: string; readonly words: string }>> = {
  price: { title: 'Price', words: 'The price rises above a level, falls below it, or crosses it.' },
  change: { title: 'Change', words: 'The price rises or falls by a percentage within a set time.' },
  volume: { title: 'Volume', words: 'The trading volume rises above its usual level.' },
  volatility: { title: 'Volatility', words: 'The volatility of a coin enters a regime.' },
  forecast: { title: 'Forecast', words: 'The median or a band of the forecast crosses a level.' },
  order_filled: { title: 'Order filled', words: 'One of your orders is filled.' },
  liquidation: { title: 'Near liquidation', words: 'The price comes close to the liquidation price of a position.' },
  unlock: { title: 'Staking unlock', words: 'Unstaked AERIE can be withdrawn.' },
}

const figures = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 15, maximumFractionDigits: 12 })

/** A level as it was typed, with its thousands apart: `70,000`, `0.0000089`. A dash where there is none. */
export function decimalWords(value: number | string | null | undefined): string {
  const number = value === null || value === undefined || value === '' ? Number.NaN : Number(String(value).replaceAll(',', ''))
  return Number.isFinite(number) ? figures.format(number) : '—'
}

/** A length of time in its largest whole unit: `1 hour`, `90 minutes`, `10 seconds`. */
export function spanWords(seconds: number): string {
  const ms = seconds * SECOND_MS
  const [unit, count] =
    ms % (24 * HOUR_MS) === 0
      ? (['day', ms / (24 * HOUR_MS)] as const)
      : ms % HOUR_MS === 0
        ? (['hour', ms / HOUR_MS] as const)
        : ms % MINUTE_MS === 0
          ? (['minute', ms / MINUTE_MS] as const)
          : (['second', seconds] as const)
  return `${figures.format(count)} ${unit}${count === 1 ? '' : 's'}`
}

const LEVEL_WORDS = { above: 'above', below: 'below', cross: 'crosses' } as const
const CHANGE_WORDS = { above: 'rises', below: 'falls', cross: 'moves' } as const

/** What an alert waits for, in one plain phrase: `BTC above 70,000`. Without a direction it is either way. */
export function alertSentence(rule: AlertRule): string {
  const direction = rule.direction ?? 'cross'
  const coin = rule.symbol ?? 'any coin'
  switch (rule.kind) {
    case 'price':
      return `${coin} ${LEVEL_WORDS[direction]} ${decimalWords(rule.level)}`
    case 'change':
      return `${coin} ${CHANGE_WORDS[direction]} ${decimalWords(rule.percent)} % within ${windowWords(rule)}`
    case 'volume':
      return `${coin} volume of ${windowWords(rule)} at ${decimalWords(rule.ratio)} times the usual`
    case 'volatility':
      return `${coin} volatility becomes ${rule.regime ?? '—'}`
    case 'forecast':
      return `${coin} forecast for ${rule.hours ?? '—'} h: ${quantileWords(rule.quantile)} ${LEVEL_WORDS[direction]} ${decimalWords(rule.level)}`
    case 'order_filled':
      return rule.symbol ? `An order on ${coin} is filled` : 'Any order is filled'
    case 'liquidation':
      return `${rule.symbol ? `${coin} position` : 'Any position'} within ${decimalWords(rule.percent)} % of liquidation`
    case 'unlock':
      return 'A stake can be withdrawn'
  }
}

const windowWords = ({ window_s }: AlertRule): string => (window_s === null || window_s === undefined ? '—' : spanWords(Number(window_s)))

/** A point of a forecast: `median`, or `5 % quantile`. */
export const quantileWords = (quantile: number | string | null | undefined): string =>
  quantile === null || quantile === undefined || Number(quantile) === 0.5 ? 'median' : `${decimalWords(Number(quantile) * 100)} % quantile`

/** How often an alert would have fired: `3 to 5 times`, `at most once`; null where it would not have. */
export function timesWords([least, most]: readonly [least: number, most: number]): string | null {
  if (most === 0) return null
  if (least === most) return countWords(most)
  return least === 0 ? `at most ${countWords(most)}` : `${figures.format(least)} to ${figures.format(most)} times`
}

const countWords = (count: number): string => (count === 1 ? 'once' : `${figures.format(count)} times`)
