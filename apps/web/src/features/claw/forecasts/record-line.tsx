import type { Scorecard } from '@aerie/wire/market/forecasts'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { useQueries } from '@tanstack/react-query'
import { queryClient } from '../../../lib/http/query-client.ts'
import { hasEnoughOutcomes, NEEDED_OUTCOMES } from '../../../market-views/scorecard/enough-outcomes.ts'
import { scorecardQuery } from '../../../market-views/scorecard/scorecard-query.ts'
import { countText, shareText } from '../../../market-views/scorecard/scorecard-text.ts'
import { QueryNotice } from '../../../ui/states/query-view.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { HOURS } from './forecast-hours.ts'
import { recordOf } from './forecast-record.ts'

/** How often predictions were right, in one line: every one that has been scored, of all coins. */
export function RecordLine() {
  const answers = useQueries({ queries: PREDICTED_SYMBOLS.map((symbol) => scorecardQuery(symbol, HOURS)) }, queryClient)
  const cards = answers.flatMap(({ data }) => data ?? [])
  const failure = answers.find(({ error, data }) => error !== null && data === undefined)
  const retry = () => {
    for (const { refetch, error } of answers) if (error !== null) void refetch()
  }
  return (
    <div className="claw-record num flex min-h-9 flex-wrap items-center gap-2 border-line border-b px-3 py-1.5 text-13 text-ink-2">
      {cards.length < PREDICTED_SYMBOLS.length && failure === undefined ? (
        <span role="status" aria-label="Loading the track record">
          <Skeleton className="h-4 w-72 max-w-full" />
        </span>
      ) : (
        <p>{recordText(cards)}</p>
      )}
      {failure !== undefined && (
        <QueryNotice query={{ ...failure, refetch: retry }} text="Not every track record could be loaded." role="alert" />
      )}
    </div>
  )
}

function recordText(cards: readonly Scorecard[]): string {
  const { scored, independent, share } = recordOf(cards)
  if (share === null) return `No prediction has been scored yet. The first is scored ${HOURS} hours after it was made.`
  const count = scored.toLocaleString('en-US')
  if (!hasEnoughOutcomes({ independent }))
    return `${count} predictions scored: ${countText(independent)} of the ${NEEDED_OUTCOMES} independent outcomes that a verdict needs.`
  return `The 80% band covered ${shareText(share)} of ${count} scored predictions (about ${countText(independent)} independent outcomes).`
}
