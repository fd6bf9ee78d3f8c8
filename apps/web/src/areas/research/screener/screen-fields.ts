import { numberText, percentText, shortNumberText } from '@aerie/core/numbers/number-text'
import { percentChange } from '@aerie/core/numbers/percent-change'
import { recordKeys } from '@aerie/core/record-keys'
import type { ScreenRow, Statistic } from '@aerie/wire/market/analytics'
import { DASH } from '../../../platform/format/figures.ts'
import type { BoardCoin } from '../../../platform/live/market/board.ts'
import type { FigureName } from '../../../platform/live/market/figure-text.ts'

/** Statistics are undefined while loading. */
export type Candidate = {
  readonly coin: BoardCoin
  readonly stats: ScreenRow | undefined
  readonly place: number
}

type FieldKind = 'money' | 'percent' | 'percentAYear'
type StatisticName = {
  [K in keyof ScreenRow]: ScreenRow[K] extends Statistic ? K : never
}[keyof ScreenRow]

type Field = {
  readonly title: string
  readonly description: string
  readonly kind: FieldKind
  /** Present for hourly statistics, absent for live figures. */
  readonly statistic?: StatisticName
  readonly live?: (coin: BoardCoin) => number | null
  readonly isFirst: boolean
}

const change = (close: keyof BoardCoin['closes']) => (coin: BoardCoin) => {
  const percent = percentChange(coin.price, coin.closes[close])
  return percent.known ? percent.value : null
}

export const FIELDS = {
  price: {
    title: 'Price',
    description: 'The latest price',
    kind: 'money',
    live: ({ price }) => price,
    isFirst: true,
  },
  change1h: { title: '1h%', description: 'Change within 1 hour', kind: 'percent', live: change('1h'), isFirst: true },
  change24h: { title: '24h%', description: 'Change within 24 hours', kind: 'percent', live: change('24h'), isFirst: true },
  change7d: { title: '7d%', description: 'Change within 7 days', kind: 'percent', live: change('7d'), isFirst: true },
  volume: {
    title: 'Volume (24hr)',
    description: 'Traded within 24 hours',
    kind: 'money',
    live: ({ volume24h }) => volume24h,
    isFirst: true,
  },
  marketCap: {
    title: 'Market Cap',
    description: 'Price times circulating supply',
    kind: 'money',
    live: ({ marketCap }) => marketCap,
    isFirst: true,
  },
  volatility24h: {
    title: 'Vol 24h',
    description: 'Realised volatility over 24 hours, annualised',
    kind: 'percentAYear',
    statistic: 'volatility_24h',
    isFirst: false,
  },
  volatility7d: {
    title: 'Vol 7d',
    description: 'Realised volatility over 7 days, annualised',
    kind: 'percentAYear',
    statistic: 'volatility_7d',
    isFirst: true,
  },
  volatility30d: {
    title: 'Vol 30d',
    description: 'Realised volatility over 30 days, annualised',
    kind: 'percentAYear',
    statistic: 'volatility_30d',
    isFirst: false,
  },
  atr14d: {
    title: 'ATR 14d',
    description: 'Average true range over 14 days, in percent of the price',
    kind: 'percentAYear',
    statistic: 'atr_14d',
    isFirst: false,
  },
  return30d: { title: '30d%', description: '30-day return', kind: 'percent', statistic: 'return_30d', isFirst: false },
  return90d: { title: '90d%', description: '90-day return', kind: 'percent', statistic: 'return_90d', isFirst: false },
  fromHigh30d: {
    title: 'High 30d',
    description: 'Distance from the 30-day high',
    kind: 'percent',
    statistic: 'from_high_30d',
    isFirst: true,
  },
  fromLow30d: {
    title: 'Low 30d',
    description: 'Distance from the 30-day low',
    kind: 'percent',
    statistic: 'from_low_30d',
    isFirst: false,
  },
  fromHigh90d: {
    title: 'High 90d',
    description: 'Distance from the 90-day high',
    kind: 'percent',
    statistic: 'from_high_90d',
    isFirst: false,
  },
  fromLow90d: {
    title: 'Low 90d',
    description: 'Distance from the 90-day low',
    kind: 'percent',
    statistic: 'from_low_90d',
    isFirst: false,
  },
} as const satisfies Readonly<Record<string, Field>>

export type FieldName = keyof typeof FIELDS
export const FIELD_NAMES: readonly FieldName[] = recordKeys(FIELDS)
export const fieldOf = (name: FieldName): Field => FIELDS[name]

/** Names match the painter's live figures. */
export type LiveFieldName = Extract<FieldName, FigureName>
export const isLiveField = (name: FieldName): name is LiveFieldName => fieldOf(name).live !== undefined

export const ORDER_NAMES: readonly OrderName[] = ['rank', 'name', ...FIELD_NAMES]
export type OrderName = FieldName | 'rank' | 'name'

export function candidateFigure({ coin, stats, place }: Candidate, name: OrderName): number | null {
  if (name === 'rank') return coin.rank
  if (name === 'name') return place
  const { live, statistic } = fieldOf(name)
  return live !== undefined ? live(coin) : statistic === undefined ? null : (stats?.[statistic].value ?? null)
}

type StatisticText = {
  readonly text: string
  /** Inputs, or the reason for a missing figure. */
  readonly description: string
  readonly isKnown: boolean
  /** Only for returns: a distance from a high is always negative. */
  readonly tone: 'up' | 'down' | undefined
}

/** Null for fields that the painter writes on each tick. */
export function statisticText(stats: ScreenRow | undefined, name: FieldName): StatisticText | null {
  const { statistic, kind, description } = fieldOf(name)
  if (statistic === undefined) return null
  const made = stats?.[statistic]
  if (made === undefined) return unknownText('there are no statistics for this coin')
  if (made.value === null) return unknownText(WHY[made.reason ?? 'no-history'])
  const { value, candles } = made
  const tone = !statistic.startsWith('return') || value === 0 ? undefined : value > 0 ? 'up' : 'down'
  const text = kind === 'percent' ? percentText(value) : `${value.toFixed(1)}%`
  return { text, description: `${description}: from ${candles} closed candles`, isKnown: true, tone }
}

const unknownText = (why: string): StatisticText => ({
  text: DASH,
  description: `Not known: ${why}`,
  isKnown: false,
  tone: undefined,
})

const WHY = {
  'no-history': 'there are not enough candles yet',
  gaps: 'candles are missing in this period',
  flat: 'the price did not move',
} as const

/** E.g. `24h% ≥ 5%`. */
export function boundText(name: FieldName, { min, max }: { readonly min?: number | undefined; readonly max?: number | undefined }): string {
  const { title, kind } = fieldOf(name)
  const text = (value: number) => (kind === 'money' ? shortNumberText(value) : `${Number.isInteger(value) ? value : numberText(value)}%`)
  if (min !== undefined && max !== undefined) return `${title} ${text(min)} to ${text(max)}`
  return min === undefined ? `${title} ≤ ${text(max ?? 0)}` : `${title} ≥ ${text(min)}`
}
