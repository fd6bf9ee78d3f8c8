import { HOUR_MS } from '@aerie/core/time'
import type { Scorecard } from '@aerie/wire/market/forecasts'
import { ageText } from '../../live/market/age-text.ts'
import { NEEDED_OUTCOMES } from './enough-outcomes.ts'
import { countText } from './scorecard-text.ts'
import { SCORECARD_WORDS } from './scorecard-words.ts'

const { tooFew: WORDS } = SCORECARD_WORDS

/** In the place of verdicts: how many outcomes there are, how many it takes, and how long that is. */
export function TooFewOutcomes({ card }: { readonly card: Scorecard }) {
  const have = Math.min(NEEDED_OUTCOMES, Math.max(0, card.independent))
  return (
    <section aria-label={WORDS.title} className="flex flex-col gap-2 rounded-md border border-line bg-surface-1 p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold text-13 text-ink-1">{WORDS.title}</span>
        <span className="num text-13 text-ink-1">{WORDS.count(countText(have), NEEDED_OUTCOMES)}</span>
      </p>
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-surface-3 forced-color-adjust-none forced-colors:border">
        <div className="h-full bg-ipc" style={{ width: `${(have / NEEDED_OUTCOMES) * 100}%` }} />
      </div>
      <p className="text-13 text-ink-2">
        {card.scored === 0 ? WORDS.none : WORDS.some}{' '}
        {WORDS.later(NEEDED_OUTCOMES, ageText((NEEDED_OUTCOMES - have) * card.hours * HOUR_MS))}
      </p>
    </section>
  )
}
