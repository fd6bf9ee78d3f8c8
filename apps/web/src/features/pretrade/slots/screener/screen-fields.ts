import { numberText } from '@aerie/core/numbers/number-text'
import { percentChange } from '@aerie/core/numbers/percent-change'
import { percentText, shortNumberText } from '@aerie/core/numbers/short-number-text'
import { recordKeys } from '@aerie/core/record-keys'
import type { ScreenRow, Statistic } from '@aerie/wire/market/analytics'
import type { BoardCoin } from '../../../../live/market/board.ts'
import type { FigureName } from '../../../../live/market/figure-text.ts'
import { DASH } from '../../../../platform/format/figures.ts'
import { SCREENER_WORDS as WORDS } from './screener-words.ts'

/** A coin with its statistics; undefined while they are not there. */
export type Candidate = {
  readonly coin: BoardCoin
  readonly stats: ScreenRow | undefined
  /** Its place in the order of the alphabet. */
  readonly place: number
}

type FieldKind = 'money' | 'percent' | 'percentAYear'
type StatisticName = {
  [K in keyof ScreenRow]: ScreenRow[K] extends Statistic ? K : never
}[keyof ScreenRow]

type Field = {
  /** Head of the column. */
  readonly title: string
  /** What it is, in a sentence: for the head's title and the filter. */
  readonly words: string
  readonly kind: FieldKind
  /** Where it comes from: live figures, or the statistics of each hour. */
  readonly statistic?: StatisticName
  readonly live?: (coin: BoardCoin) => number | null
  /** Shown from the start. */
  readonly isFirst: boolean
}

const change = (close: keyof BoardCoin['closes']) => (coin: BoardCoin) => {
  const percent = percentChange(coin.price, coin.closes[close])
  return percent.known ? percent.value : null
}

/** Everything that coins can be screened by, in the order of the columns. */
export const FIELDS = {
  price: {
    title: WORDS.screenFields.price,
    words: WORDS.screenFields.theLatestPrice,
    kind: 'money',
    live: ({ price }) => price,
    isFirst: true,
  },
  change1h: { title: '1h%', words: WORDS.screenFields.change1h, kind: 'percent', live: change('1h'), isFirst: true },
  change24h: { title: '24h%', words: WORDS.screenFields.change24h, kind: 'percent', live: change('24h'), isFirst: true },
  change7d: { title: '7d%', words: WORDS.screenFields.change7d, kind: 'percent', live: change('7d'), isFirst: true },
  volume: {
    title: WORDS.screenFields.volume24hr,
    words: WORDS.screenFields.tradedWithin24,
    kind: 'money',
    live: ({ volume24h }) => volume24h,
    isFirst: true,
  },
  marketCap: {
    title: WORDS.screenFields.marketCap,
    words: WORDS.screenFields.priceTimesCirculating,
    kind: 'money',
    live: ({ marketCap }) => marketCap,
    isFirst: true,
  },
  volatility24h: {
    title: WORDS.screenFields.vol24h,
    words: WORDS.screenFields.volatility24h,
    kind: 'percentAYear',
    statistic: 'volatility_24h',
    isFirst: false,
  },
  volatility7d: {
    title: WORDS.screenFields.vol7d,
    words: WORDS.screenFields.volatility7d,
    kind: 'percentAYear',
    statistic: 'volatility_7d',
    isFirst: true,
  },
  volatility30d: {
    title: WORDS.screenFields.vol30d,
    words: WORDS.screenFields.volatility30d,
    kind: 'percentAYear',
    statistic: 'volatility_30d',
    isFirst: false,
  },
  atr14d: {
    title: 'ATR 14d',
    words: WORDS.screenFields.averageTrueRange,
    kind: 'percentAYear',
    statistic: 'atr_14d',
    isFirst: false,
  },
  return30d: { title: '30d%', words: WORDS.screenFields.return30d, kind: 'percent', statistic: 'return_30d', isFirst: false },
  return90d: { title: '90d%', words: WORDS.screenFields.return90d, kind: 'percent', statistic: 'return_90d', isFirst: false },
  fromHigh30d: {
    title: WORDS.screenFields.high30d,
    words: WORDS.screenFields.fromHigh30d,
    kind: 'percent',
    statistic: 'from_high_30d',
    isFirst: true,
  },
  fromLow30d: {
    title: WORDS.screenFields.low30d,
    words: WORDS.screenFields.fromLow30d,
    kind: 'percent',
    statistic: 'from_low_30d',
    isFirst: false,
  },
  fromHigh90d: {
    title: WORDS.screenFields.high90d,
    words: WORDS.screenFields.fromHigh90d,
    kind: 'percent',
    statistic: 'from_high_90d',
    isFirst: false,
  },
  fromLow90d: {
    title: WORDS.screenFields.low90d,
    words: WORDS.screenFields.fromLow90d,
    kind: 'percent',
    statistic: 'from_low_90d',
    isFirst: false,
  },
} as const satisfies Readonly<Record<string, Field>>

export type FieldName = keyof typeof FIELDS
/** Names of the fields, in the order of the columns. */
export const FIELD_NAMES: readonly FieldName[] = recordKeys(FIELDS)
/** What a field is. */
export const fieldOf = (name: FieldName): Field => FIELDS[name]

/** Live figures are painted under the same name. */
export type LiveFieldName = Extract<FieldName, FigureName>
export const isLiveField = (name: FieldName): name is LiveFieldName => fieldOf(name).live !== undefined

/** What rows can be ordered by: the fields, the place by market cap, and the name. */
export const ORDER_NAMES: readonly OrderName[] = ['rank', 'name', ...FIELD_NAMES]
export type OrderName = FieldName | 'rank' | 'name'

/** The number behind a column, or null where it is not known. */
export function candidateFigure({ coin, stats, place }: Candidate, name: OrderName): number | null {
  if (name === 'rank') return coin.rank
  if (name === 'name') return place
  const { live, statistic } = fieldOf(name)
  return live !== undefined ? live(coin) : statistic === undefined ? null : (stats?.[statistic].value ?? null)
}

type StatisticText = {
  readonly text: string
  /** What it was made from; or why it is not known. */
  readonly words: string
  readonly isKnown: boolean
  /** Only a return has one: a distance from a high is always down. */
  readonly tone: 'up' | 'down' | undefined
}

/** A field that does not move with each tick, as text; null where the painter writes it. */
export function statisticText(stats: ScreenRow | undefined, name: FieldName): StatisticText | null {
  const { statistic, kind, words } = fieldOf(name)
  if (statistic === undefined) return null
  const made = stats?.[statistic]
  if (made === undefined) return unknownText(WORDS.screenFields.noStatistics)
  if (made.value === null) return unknownText(WHY[made.reason ?? 'no-history'])
  const { value, candles } = made
  const tone = !statistic.startsWith('return') || value === 0 ? undefined : value > 0 ? 'up' : 'down'
  const text = kind === 'percent' ? percentText(value) : `${value.toFixed(1)}%`
  return { text, words: WORDS.screenFields.fromClosedCandles(words, candles), isKnown: true, tone }
}

const unknownText = (why: string): StatisticText => ({
  text: DASH,
  words: WORDS.screenFields.notKnown(why),
  isKnown: false,
  tone: undefined,
})

const WHY = {
  'no-history': WORDS.screenFields.tooFewCandles,
  gaps: WORDS.screenFields.candlesMissing,
  flat: WORDS.screenFields.priceDidNotMove,
} as const

/** A bound as it reads in words: `24h% ≥ 5%`. */
export function boundText(name: FieldName, { min, max }: { readonly min?: number | undefined; readonly max?: number | undefined }): string {
  const { title, kind } = fieldOf(name)
  const text = (value: number) => (kind === 'money' ? shortNumberText(value) : `${Number.isInteger(value) ? value : numberText(value)}%`)
  if (min !== undefined && max !== undefined) return `${title} ${text(min)} to ${text(max)}`
  return min === undefined ? `${title} ≤ ${text(max ?? 0)}` : `${title} ≥ ${text(min)}`
}
