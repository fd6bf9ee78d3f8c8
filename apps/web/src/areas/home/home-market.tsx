import type { Known } from '@aerie/core/known'
import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { percentText, shortNumberText } from '@aerie/core/numbers/number-text'
import { type ReactNode, useEffect, useState } from 'react'
import { DASH } from '../../platform/format/figures.ts'
import { type BoardState, onBoard } from '../../platform/live/market/board.ts'
import { TODAYS_SUPPLY } from '../../platform/live/market/figure-text.ts'
import { cx } from '../../ui/cx.ts'
import { type Breadth, breadthOf, type MarketTotal, MoversPanel, totalOf } from '../market/index.ts'
import { MarketStripSkeleton } from './market-skeleton.tsx'

/** Minimum interval between recalculations, ms. */
const SUM_EVERY_MS = 2000
const SPAN = '24h'

type Summary = {
  readonly total: MarketTotal
  readonly breadth: Breadth
  readonly coins: number
  /** Dollar sign, or empty if prices are in several currencies. */
  readonly unit: string
  readonly isReplay: boolean
}

export const HomeMarket = () => (
  <>
    <MarketStrip />
    <MoversPanel span={SPAN} className="home-movers" hasTraded />
  </>
)

function MarketStrip() {
  const { summary, isLoading } = useSummary()
  if (isLoading) return <MarketStripSkeleton />
  const total = summary?.total
  return (
    <dl className="home-strip" aria-label="The market">
      <Fact title="Total market cap" of={ofCoins(total?.capCoins, summary)}>
        {moneyText(total?.cap, summary, summary?.isReplay)}
      </Fact>
      <Fact title="24h change" of={ofCoins(total?.changeCoins, summary)} tone={toneOf(total?.change)}>
        {textOf(total?.change, percentText)}
      </Fact>
      <Fact title="24h volume" of={ofCoins(total?.volumeCoins, summary)}>
        {moneyText(total?.volume, summary)}
      </Fact>
      <Fact title={dominance(total?.leader ?? 'Largest coin')} of={ofCoins(total?.capCoins, summary)}>
        {textOf(total?.leaderShare, (share) => `${share.toFixed(1)}%`)}
      </Fact>
      <Fact title="24h up / down" of={breadthText(summary?.breadth)}>
        {summary === null ? DASH : <UpDown breadth={summary.breadth} />}
      </Fact>
    </dl>
  )
}

type FactProps = { readonly title: string; readonly of: string; readonly tone?: 'up' | 'down' | undefined; readonly children: ReactNode }

const Fact = ({ title, of, tone, children }: FactProps) => (
  <div className="min-w-0">
    <dt className="text-12 text-ink-2">{title}</dt>
    <dd
      translate="no"
      className={cx('num font-semibold text-15', tone === 'up' ? 'text-up' : tone === 'down' ? 'text-down' : 'text-ink-1')}
    >
      {children}
    </dd>
    <dd className="num truncate text-11 text-ink-3">{of}</dd>
  </div>
)

const UpDown = ({ breadth: { up, down } }: { readonly breadth: Breadth }) => (
  <>
    <span className="text-up">
      <span aria-hidden="true">▲</span>
      <span className="sr-only">up</span> {up}
    </span>{' '}
    <span className="text-down">
      <span aria-hidden="true">▼</span>
      <span className="sr-only">down</span> {down}
    </span>
  </>
)

type SummaryState = { readonly summary: Summary | null; readonly isLoading: boolean }

/** Throttled to two seconds; without a summary while the board is loading and if it could not be loaded. */
function useSummary(): SummaryState {
  const [state, setState] = useState<SummaryState>({ summary: null, isLoading: true })
  useEffect(() => {
    let summedAt = Number.NEGATIVE_INFINITY
    return onBoard((board) => {
      if (performance.now() - summedAt < SUM_EVERY_MS) return
      if (board.kind === 'ready') summedAt = performance.now()
      setState({ summary: summaryOf(board), isLoading: board.kind === 'loading' })
    })
  }, [])
  return state
}

function summaryOf(board: BoardState): Summary | null {
  if (board.kind !== 'ready') return null
  const quotes = new Set(board.coins.map(({ quote }) => quote))
  const unit = quotes.size === 1 && quotes.has('USD') ? '$' : ''
  return {
    total: totalOf(board.coins, SPAN),
    breadth: breadthOf(board.coins, SPAN),
    coins: board.coins.length,
    unit,
    isReplay: board.source === 'replay',
  }
}

const textOf = (value: Known<number> | undefined, format: (value: number) => string): string =>
  value?.known === true ? format(value.value) : DASH

const moneyText = (value: Known<number> | undefined, summary: Summary | null, isMarked = false): string =>
  textOf(value, (amount) => `${summary?.unit ?? ''}${shortNumberText(amount)}${isMarked ? TODAYS_SUPPLY : ''}`)

function toneOf(value: Known<number> | undefined): 'up' | 'down' | undefined {
  const text = textOf(value, percentText)
  if (text.startsWith('+')) return 'up'
  return text.startsWith(MINUS) ? 'down' : undefined
}

function ofCoins(count: number | undefined, summary: Summary | null): string {
  if (count === undefined || summary === null) return '\u00A0'
  return count === summary.coins ? `all ${count} coins` : `${count} of ${summary.coins} coins`
}

function breadthText(breadth: Breadth | undefined): string {
  if (breadth === undefined) return '\u00A0'
  const rest = [
    `${breadth.unchanged} unchanged`,
    breadth.unknown > 0 ? `${breadth.unknown} not known` : '',
    breadth.stale > 0 ? `${breadth.stale} stale` : '',
  ]
  return rest.filter(Boolean).join(', ')
}

const dominance = (text: string) => `${text} dominance`
