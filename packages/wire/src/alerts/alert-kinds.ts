import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { numberText } from '@aerie/core/numbers/number-text'
import { recordKeys } from '@aerie/core/record-keys'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'

/** Volatility regimes of a coin, lowest first. */
export const VOLATILITY_REGIMES = ['calm', 'normal', 'high', 'extreme'] as const

/** Alert settings needed for its phrase; decimals are text or numbers, and can be missing while being edited. */
type RuleFields = {
  readonly symbol?: string | null | undefined
  readonly direction?: 'above' | 'below' | 'cross' | null | undefined
  readonly regime?: (typeof VOLATILITY_REGIMES)[number] | null | undefined
} & {
  readonly [Field in 'level' | 'percent' | 'window_s' | 'ratio' | 'hours' | 'quantile']?: number | string | null | undefined
}

type KindOfAlert = {
  /** Fields without which the alert is refused. Without `symbol` it watches the account. */
  readonly needs: readonly (keyof RuleFields)[]
  /** Evaluated on ticks and candles; the others wait for `AlertFeeds` of the server. */
  readonly isOnPrices?: true
  /** Phrase and title of an alert: 'SOL rises 5% within 1 hour'. */
  readonly phrase: (rule: RuleFields & { readonly coin: string; readonly way: keyof typeof LEVEL }) => string
  /** Text of the value that fired it. */
  readonly valueText?: (value: number, rule: RuleFields) => string | undefined
}

const LEVEL = { above: 'above', below: 'below', cross: 'crosses' } as const
const CHANGE = { above: 'rises', below: 'falls', cross: 'moves' } as const
const REGIME = { above: 'at least ', below: 'at most ', cross: '' } as const
const percentText = (value: number): string => `${numberText(value)}%`

const KINDS = {
  price: {
    needs: ['symbol', 'level'],
    isOnPrices: true,
    phrase: ({ coin, way, level }) => `${coin} ${LEVEL[way]} ${alertDecimalText(level)}`,
    valueText: numberText,
  },
  change: {
    needs: ['symbol', 'percent', 'window_s'],
    isOnPrices: true,
    phrase: ({ coin, way, percent, window_s }) => `${coin} ${CHANGE[way]} ${alertDecimalText(percent)}% within ${windowText(window_s)}`,
    valueText: percentText,
  },
  volume: {
    needs: ['symbol', 'ratio', 'window_s'],
    isOnPrices: true,
    phrase: ({ coin, ratio, window_s }) =>
      `${coin} volume over ${windowText(window_s)} at least ${alertDecimalText(ratio)} times the usual`,
    valueText: (value) => `${numberText(value)} times`,
  },
  volatility: {
    needs: ['symbol', 'regime'],
    phrase: ({ coin, way, regime }) => `${coin} volatility becomes ${REGIME[way]}${regime ?? '—'}`,
    // A series of one regime is 0 or 1.
    valueText: (value, { regime }) => (value > 1 ? (VOLATILITY_REGIMES[value] ?? regime ?? undefined) : undefined),
  },
  forecast: {
    needs: ['symbol', 'level', 'hours'],
    phrase: ({ coin, way, hours, quantile, level }) =>
      `${coin} forecast for ${hours ?? '—'} h, ${quantileText(quantile)} ${LEVEL[way]} ${alertDecimalText(level)}`,
    valueText: numberText,
  },
  order_filled: {
    needs: [],
    phrase: ({ coin }) => (coin === '' ? 'An order is filled' : `${coin} order is filled`),
  },
  liquidation: {
    needs: ['percent'],
    phrase: ({ coin, percent }) => `${coin === '' ? 'A' : coin} position within ${alertDecimalText(percent)}% of liquidation`,
    valueText: percentText,
  },
  unlock: {
    needs: [],
    phrase: () => 'Unstaked AERIE can be withdrawn',
  },
} as const satisfies Readonly<Record<string, KindOfAlert>>

/** Kind of alert. */
export type AlertKind = keyof typeof KINDS
/** Kinds of alert, in the order of the form. */
export const ALERT_KINDS = recordKeys(KINDS)

/** A kind of alert: what it needs, how it is evaluated, and its texts. */
export const alertKind = (kind: AlertKind): KindOfAlert => KINDS[kind]

/** Alert settings needed for its phrase. */
export type AlertRule = RuleFields & { readonly kind: AlertKind }

/** One phrase for an alert, its title too: 'SOL rises 5% within 1 hour'. */
export const alertSentence = (rule: AlertRule): string =>
  alertKind(rule.kind).phrase({ ...rule, coin: rule.symbol ?? '', way: rule.direction ?? 'cross' })

const windowText = (seconds: RuleFields['window_s']): string =>
  seconds === null || seconds === undefined ? '—' : spanText(Number(seconds))

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
