import { HOUR_MS } from '@aerie/core/time'
import type { Scorecard } from '@aerie/wire/market/forecasts'
import { ageText } from '../../live/market/age-text.ts'
import { NEEDED_OUTCOMES } from './enough-outcomes.ts'
import { countText } from './scorecard-text.ts'

/** In the place of verdicts: how many outcomes there are, how many it takes, and how long that is. */
export function TooFewOutcomes({ card }: { readonly card: Scorecard }) {
  const have = Math.min(NEEDED_OUTCOMES, Math.max(0, card.independent))
  return (
    <section aria-label="Too few outcomes for a verdict" className="flex flex-col gap-2 rounded-md border border-line bg-surface-1 p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold text-13 text-ink-1">Too few outcomes for a verdict</span>
        <span className="num text-13 text-ink-1">{`${countText(have)} of ${NEEDED_OUTCOMES} independent outcomes`}</span>
      </p>
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-surface-3 forced-color-adjust-none forced-colors:border">
        <div className="h-full bg-ipc" style={{ width: `${(have / NEEDED_OUTCOMES) * 100}%` }} />
      </div>
      <p className="text-13 text-ink-2">
        {card.scored === 0
          ? 'Nothing has been scored yet. Every forecast is stored when it is made and scored when its hour has closed.'
          : 'The figures below are shown as they are. With so few outcomes, luck is larger than any difference.'}{' '}
        {`Verdicts, calibration and the PIT histogram appear at ${NEEDED_OUTCOMES} independent outcomes, in about ${ageText((NEEDED_OUTCOMES - have) * card.hours * HOUR_MS)}.`}
      </p>
    </section>
  )
}
