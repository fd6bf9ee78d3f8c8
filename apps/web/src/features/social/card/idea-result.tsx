import type { Idea } from '@aerie/wire/ideas'
import { momentText, priceText } from '../../../market-views/forecast/forecast-text.ts'
import { useMarketClock } from '../../../market-views/forecast/use-market-clock.ts'
import { LearnLink } from '../../../navigation/learn-link.tsx'
import { cx } from '../../../ui/cx.ts'
import { rText, STATE_WORDS, SOCIAL_WORDS as WORDS } from '../social-words.ts'

/** In R; an unknown result is never shown as 0. */
export function IdeaResult({ idea }: { readonly idea: Idea }) {
  const now = useMarketClock()
  if (idea.state === 'missing') return <p className="idea-result text-warning">{STATE_WORDS.missing}</p>
  const { score } = idea
  if (score === null) {
    const isOver = now !== null && now >= Date.parse(idea.due_at)
    return <p className="idea-result text-ink-2">{isOver ? WORDS.scoring : STATE_WORDS.open}</p>
  }
  return (
    <p className={cx('idea-result num', score.net_r > 0 ? 'text-success' : 'text-danger')}>
      {rText(score.net_r)} <span className="font-normal text-12 text-ink-2">{OUTCOME_WORDS[score.outcome]}</span>
    </p>
  )
}

export function ScoreDetails({ idea }: { readonly idea: Idea }) {
  const { score } = idea
  if (idea.state === 'missing') return <p className="text-13 text-ink-2">{WORDS.missing}</p>
  if (score === null) return null
  const exit = WORDS.scoreWords(
    OUTCOME_WORDS[score.outcome],
    priceText(Number(score.exit), idea.quote),
    momentText(Date.parse(score.exit_at)),
  )
  return (
    <details className="idea-how">
      <summary>{WORDS.howScored}</summary>
      <p>
        {exit} {score.is_both && WORDS.isBoth} {WORDS.feeWords(`${(idea.fee_rate * 100).toFixed(3)}%`)} {idea.step_s > 60 && WORDS.hours}
      </p>
      <dl className="idea-facts">
        <Fact title={WORDS.before} text={rText(score.r)} />
        <Fact title={WORDS.after} text={rText(score.net_r)} />
        <Fact title={WORDS.against} text={score.hold_r === null ? WORDS.holdUnknown : rText(score.r - score.hold_r)} />
      </dl>
      <LearnLink term="sizing" />
    </details>
  )
}

export const Fact = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div>
    <dt>{title}</dt>
    <dd translate="no" className="num">
      {text}
    </dd>
  </div>
)

const OUTCOME_WORDS = { target: 'Target hit', stop: 'Stop hit', horizon: 'Ended at the horizon' } as const
