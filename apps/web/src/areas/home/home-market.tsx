import type { Known } from '@aerie/core/known'
import { percentText, shortNumberText } from '@aerie/core/numbers/number-text'
import { useEffect, useState } from 'react'
import { DASH } from '../../platform/format/figures.ts'
import { type BoardState, onBoard } from '../../platform/live/market/board.ts'
import { TODAYS_SUPPLY } from '../../platform/live/market/figure-text.ts'
import { type Breadth, breadthOf, changeTone, knownText, MarketFact, type MarketTotal, MoversPanel, totalOf } from '../market/index.ts'
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
      <MarketFact size="sm" title="Total market cap" of={ofCoins(total?.capCoins, summary)}>
        {moneyText(total?.cap, summary, summary?.isReplay)}
      </MarketFact>
      <MarketFact size="sm" title="24h change" of={ofCoins(total?.changeCoins, summary)} tone={changeTone(total?.change)}>
        {knownText(total?.change, percentText)}
      </MarketFact>
      <MarketFact size="sm" title="24h volume" of={ofCoins(total?.volumeCoins, summary)}>
        {moneyText(total?.volume, summary)}
      </MarketFact>
      <MarketFact size="sm" title={dominance(total?.leader ?? 'Largest coin')} of={ofCoins(total?.capCoins, summary)}>
        {knownText(total?.leaderShare, (share) => `${share.toFixed(1)}%`)}
      </MarketFact>
      <MarketFact size="sm" title="24h up / down" of={breadthText(summary?.breadth)}>
        {summary === null ? DASH : <UpDown breadth={summary.breadth} />}
      </MarketFact>
    </dl>
  )
}

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

const moneyText = (value: Known<number> | undefined, summary: Summary | null, isMarked = false): string =>
  knownText(value, (amount) => `${summary?.unit ?? ''}${shortNumberText(amount)}${isMarked ? TODAYS_SUPPLY : ''}`)

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
