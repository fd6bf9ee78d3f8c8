import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { AlertBody } from './alerts.ts'

/** Alert settings needed for its phrase; decimals are text or numbers, and can be missing while being edited. */
export type AlertRule = Pick<AlertBody, 'kind'> & {
  readonly [Field in 'symbol' | 'direction' | 'regime']?: AlertBody[Field] | null | undefined
} & {
  readonly [Field in 'level' | 'percent' | 'window_s' | 'ratio' | 'hours' | 'quantile']?: number | string | null | undefined
}

const figures = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 15 })
const DAY_MS = 24 * HOUR_MS

/** A decimal as typed, grouped: `70,000`, `0.0000089`. Up to 15 digits; a dash if absent. */
export function alertDecimalText(value: number | string | null | undefined): string {
  const number = value === null || value === undefined || value === '' ? Number.NaN : Number(String(value).replaceAll(',', ''))
  return Number.isFinite(number) ? figures.format(number).replace('-', MINUS) : '—'
}

/** A duration in its largest whole unit: `1 hour`, `90 minutes`, `10 seconds`. */
export function spanText(seconds: number): string {
  const ms = seconds * SECOND_MS
  const [size, unit] =
    ms % DAY_MS === 0
      ? ([DAY_MS, 'day'] as const)
      : ms % HOUR_MS === 0
        ? ([HOUR_MS, 'hour'] as const)
        : ms % MINUTE_MS === 0
          ? ([MINUTE_MS, 'minute'] as const)
          : ([SECOND_MS, 'second'] as const)
  const count = ms / size
  return `${figures.format(count)} ${unit}${count === 1 ? '' : 's'}`
}

/** A forecast line: `median` (also if absent), `5% quantile`. */
export const quantileText = (quantile: number | string | null | undefined): string =>
  quantile === null || quantile === undefined || Number(quantile) === 0.5
    ? 'median'
    : `${alertDecimalText(Number(quantile) * 100)}% quantile`

const LEVEL = { above: 'above', below: 'below', cross: 'crosses' } as const
const CHANGE = { above: 'rises', below: 'falls', cross: 'moves' } as const
const REGIME = { above: 'at least ', below: 'at most ', cross: '' } as const

/** One phrase for an alert, its title too: 'SOL rises 5% within 1 hour'. */
export function alertSentence(rule: AlertRule): string {
  const { kind, hours, regime } = rule
  const direction = rule.direction ?? 'cross'
  const coin = rule.symbol ?? ''
  switch (kind) {
    case 'price':
      return `${coin} ${LEVEL[direction]} ${alertDecimalText(rule.level)}`
    case 'change':
      return `${coin} ${CHANGE[direction]} ${alertDecimalText(rule.percent)}% within ${windowText(rule)}`
    case 'volume':
      return `${coin} volume over ${windowText(rule)} at least ${alertDecimalText(rule.ratio)} times the usual`
    case 'volatility':
      return `${coin} volatility becomes ${REGIME[direction]}${regime ?? '—'}`
    case 'forecast':
      return `${coin} forecast for ${hours ?? '—'} h, ${quantileText(rule.quantile)} ${LEVEL[direction]} ${alertDecimalText(rule.level)}`
    case 'liquidation':
      return `${coin === '' ? 'A' : coin} position within ${alertDecimalText(rule.percent)}% of liquidation`
    case 'order_filled':
      return coin === '' ? 'An order is filled' : `${coin} order is filled`
    case 'unlock':
      return 'Unstaked AERIE can be withdrawn'
  }
}

const windowText = ({ window_s }: AlertRule): string => (window_s === null || window_s === undefined ? '—' : spanText(Number(window_s)))
