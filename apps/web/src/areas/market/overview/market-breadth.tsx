import { type Known, known, unknown } from '@aerie/core/known'
import { percentChange } from '@aerie/core/numbers/percent-change'
import type { BoardCoin } from '../../../platform/live/market/board.ts'
import './market.css'

export const SPANS = ['1h', '24h', '7d'] as const
export type Span = (typeof SPANS)[number]
export const SPAN_LABELS: Readonly<Record<Span, string>> = { '1h': 'in 1 hour', '24h': 'in 24 hours', '7d': 'in 7 days' }

export const changeOf = ({ price, closes }: Pick<BoardCoin, 'price' | 'closes'>, span: Span): Known<number> =>
  percentChange(price, closes[span])

export type Breadth = {
  readonly up: number
  readonly down: number
  readonly unchanged: number
  /** Coins whose price or earlier close is unknown; excluded from all other counts. */
  readonly unknown: number
  /** Counted coins whose price is older than its source allows. */
  readonly stale: number
  readonly total: number
}

/** Coins that rose and fell over `span`, by the displayed figures: at least a hundredth of a percent. */
export function breadthOf(coins: readonly BoardCoin[], span: Span): Breadth {
  const counts = { up: 0, down: 0, unchanged: 0, unknown: 0, stale: 0, total: coins.length }
  for (const coin of coins) {
    const change = changeOf(coin, span)
    counts[change.known ? direction(change.value) : 'unknown'] += 1
    if (change.known && coin.isStale) counts.stale += 1
  }
  return counts
}

/** Half of the last displayed digit of a change, in percent. */
const SHOWN_AS_NOTHING = 0.005
const direction = (percent: number): 'up' | 'down' | 'unchanged' =>
  Math.abs(percent) < SHOWN_AS_NOTHING ? 'unchanged' : percent > 0 ? 'up' : 'down'

export type MarketTotal = {
  readonly cap: Known<number>
  readonly capCoins: number
  /** Change of that sum at today's supplies, in percent; only coins whose change is known. */
  readonly change: Known<number>
  readonly changeCoins: number
  readonly volume: Known<number>
  readonly volumeCoins: number
  readonly leaderShare: Known<number>
  readonly leader: string | null
}

/** Sums over all coins. A coin with an unknown value is excluded from that sum, never counted as 0. */
export function totalOf(coins: readonly BoardCoin[], span: Span): MarketTotal {
  const capped = coins.flatMap((coin) => (coin.marketCap === null ? [] : [{ ...coin, marketCap: coin.marketCap }]))
  const cap = sum(capped.map(({ marketCap }) => marketCap))
  const moved = capped.flatMap((coin) => {
    const change = changeOf(coin, span)
    return change.known && change.value > -100 ? [{ now: coin.marketCap, before: coin.marketCap / (1 + change.value / 100) }] : []
  })
  const before = sum(moved.map((one) => one.before))
  const volumes = coins.flatMap(({ volume24h }) => volume24h ?? [])
  const leader = capped.toSorted((one, other) => other.marketCap - one.marketCap)[0]
  return {
    cap: ofSome(cap, capped.length),
    capCoins: capped.length,
    change: before > 0 ? known((sum(moved.map((one) => one.now)) / before - 1) * 100) : unknown('no-history'),
    changeCoins: moved.length,
    volume: ofSome(sum(volumes), volumes.length),
    volumeCoins: volumes.length,
    leaderShare: leader !== undefined && cap > 0 ? known((leader.marketCap / cap) * 100) : unknown('no-supply'),
    leader: leader?.symbol ?? null,
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const ofSome = (total: number, count: number): Known<number> => (count > 0 ? known(total) : unknown('no-supply'))

/** The best, the worst and the most traded coins (24 hours); stale or unknown values are excluded. */
export function moversOf(coins: readonly BoardCoin[], span: Span, count: number) {
  const moved = coins.flatMap((coin) => {
    const change = changeOf(coin, span)
    return change.known && !coin.isStale ? [{ coin, change: change.value }] : []
  })
  const ranked = moved.toSorted((one, other) => other.change - one.change || one.coin.rank - other.coin.rank)
  const those = (isSide: (change: number) => boolean) => ranked.filter(({ change }) => isSide(change)).map(({ coin }) => coin)
  const traded = coins.flatMap((coin) => (coin.volume24h === null || coin.isStale ? [] : [{ coin, volume: coin.volume24h }]))
  return {
    traded: traded
      .toSorted((one, other) => other.volume - one.volume)
      .slice(0, count)
      .map(({ coin }) => coin),
    gainers: those((change) => direction(change) === 'up').slice(0, count),
    losers: those((change) => direction(change) === 'down')
      .toReversed()
      .slice(0, count),
  }
}

export const newestOf = (coins: readonly BoardCoin[]): number | null =>
  coins.reduce<number | null>((newest, { asOf }) => (asOf === null ? newest : Math.max(newest ?? asOf, asOf)), null)

type BreadthBarProps = { readonly breadth: Breadth; readonly span: Span }

const PARTS = [
  { key: 'up', sign: '▲', isAlwaysShown: true },
  { key: 'unchanged', sign: '=', isAlwaysShown: false },
  { key: 'down', sign: '▼', isAlwaysShown: true },
  { key: 'unknown', sign: '?', isAlwaysShown: false },
] as const

export function BreadthBar({ breadth, span }: BreadthBarProps) {
  return (
    <figure className="flex flex-col gap-2">
      <svg viewBox={`0 0 ${Math.max(1, breadth.total)} 1`} preserveAspectRatio="none" aria-hidden="true" className="market-breadth">
        {PARTS.map(({ key }, index) => (
          <rect
            key={key}
            className="market-breadth-part"
            data-part={key}
            x={PARTS.slice(0, index).reduce((sum, part) => sum + breadth[part.key], 0)}
            width={breadth[key]}
            height={1}
          />
        ))}
      </svg>
      <figcaption className="num flex flex-wrap gap-x-4 gap-y-1 text-13">
        {PARTS.filter(({ key, isAlwaysShown }) => isAlwaysShown || breadth[key] > 0).map(({ key, sign }) => (
          <span key={key} className="market-breadth-words" data-part={key}>
            <span aria-hidden="true">{sign}</span> <span translate="no">{breadth[key]}</span> {parts[key]}
          </span>
        ))}
        <span className="text-ink-2">
          {ofText(breadth.total, SPAN_LABELS[span])}
          {breadth.stale > 0 && `; ${breadth.stale} with a stale price`}
        </span>
      </figcaption>
    </figure>
  )
}

const parts = { up: 'up', unchanged: 'unchanged', down: 'down', unknown: 'unknown' }

const ofText = (total: number, span: string) => `of ${total} ${span}`
