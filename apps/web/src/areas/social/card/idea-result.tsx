import type { Idea } from '@aerie/wire/ideas'
import type { ReactNode } from 'react'
import { momentText, priceText } from '../../../platform/format/market-text.ts'
import { useBoard } from '../../../platform/live/market/board.ts'
import { useMarketClock } from '../../../platform/live/market/market-status.ts'
import { LearnLink } from '../../../platform/navigation/learn-link.tsx'
import { cx } from '../../../ui/cx.ts'
import { rText } from '../idea-news/idea-news-text.ts'
import { stateLabels } from '../messages.ts'

/** In R; an unknown result is never shown as 0. */
export function IdeaResult({ idea }: { readonly idea: Idea }) {
  const now = useMarketClock()
  if (idea.state === 'missing') return <p className="ml-auto font-semibold text-18 text-warning">{stateLabels.missing}</p>
  const { score } = idea
  if (score === null) {
    const isOver = now !== null && now >= Date.parse(idea.due_at)
    return isOver ? <p className="ml-auto font-semibold text-18 text-ink-2">Being scored</p> : <OpenResult idea={idea} />
  }
  return (
    <p className={cx('num ml-auto font-semibold text-18', toneOf(score.net_r) ?? 'text-ink-1')}>
      {rText(score.net_r)} <span className="font-normal text-12 text-ink-2">{OUTCOME_LABELS[score.outcome]}</span>
    </p>
  )
}

/** At the present price, before fees; only on the market that the idea is about. */
function OpenResult({ idea }: { readonly idea: Idea }) {
  const board = useBoard()
  const coin =
    board.kind === 'ready' && board.source === idea.source_kind ? board.coins.find(({ symbol }) => symbol === idea.symbol) : undefined
  const price = coin === undefined || coin.isStale ? null : coin.price
  const r = price === null ? null : openR(idea, price)
  return (
    <p className="num ml-auto font-semibold text-18 text-ink-2">
      {r !== null && (
        <span title={`Before fees, at ${price === null ? '' : priceText(price, idea.quote)}`} className={toneOf(r)}>
          {`${rText(r)} now`}{' '}
        </span>
      )}
      <span className="font-normal text-12">{stateLabels.open}</span>
    </p>
  )
}

/** By the displayed figure: 0.00R is neither a gain nor a loss. */
const toneOf = (r: number): 'text-up' | 'text-down' | undefined => (Math.abs(r) < 0.005 ? undefined : r > 0 ? 'text-up' : 'text-down')

/** Result in multiples of the distance from entry to stop. */
export function openR({ side, entry, stop }: Pick<Idea, 'side' | 'entry' | 'stop'>, price: number): number {
  const move = side === 'long' ? price - Number(entry) : Number(entry) - price
  return move / Math.abs(Number(entry) - Number(stop))
}

export function ScoreDetails({ idea }: { readonly idea: Idea }) {
  const { score } = idea
  if (idea.state === 'missing') return <p className="text-13 text-ink-2">Candles are missing, so the result is not known.</p>
  if (score === null) return null
  const exit = `${OUTCOME_LABELS[score.outcome]} at ${priceText(Number(score.exit), idea.quote)}, ${momentText(Date.parse(score.exit_at))}.`
  return (
    <details className="text-13 text-ink-2">
      <summary className="font-medium text-ink-1">How this was scored</summary>
      <p className="my-2">
        {exit} {score.is_both && 'One candle held both target and stop, so it counts as the stop.'}{' '}
        {`Fees: ${(idea.fee_rate * 100).toFixed(3)}% on entry and on exit.`}{' '}
        {idea.step_s > 60 && 'Scored by hourly candles: this recording has no minutes.'}
      </p>
      <Facts>
        <Fact title="Before fees" text={rText(score.r)} />
        <Fact title="After fees" text={rText(score.net_r)} />
        <Fact
          title="Against holding"
          text={score.hold_r === null ? 'The result of holding is not known.' : rText(score.r - score.hold_r)}
        />
      </Facts>
      <p className="mt-2">
        <LearnLink term="sizing" />
      </p>
    </details>
  )
}

export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className="grid grid-cols-[repeat(auto-fit,minmax(120px,1fr))] gap-x-4 gap-y-2 text-13">{children}</dl>
)

type FactProps = { readonly title: string; readonly text: string; readonly note?: string | undefined }

export const Fact = ({ title, text, note }: FactProps) => (
  <div>
    <dt className="text-12 text-ink-2">{title}</dt>
    <dd translate="no" className="num font-semibold [overflow-wrap:anywhere]">
      {text}
    </dd>
    {note !== undefined && <dd className="text-11 text-ink-2">{note}</dd>}
  </div>
)

const OUTCOME_LABELS = { target: 'Target hit', stop: 'Stop hit', horizon: 'Ended at the horizon' } as const
