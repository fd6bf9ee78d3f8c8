import { HOUR_MS } from '@aerie/core/time'
import type { ProvenFigure } from '@aerie/wire/agent/agent'
import { utcText } from '../../../platform/format/market-text.ts'
import { useMarketClock, useMarketState } from '../../../platform/live/market/market-status.ts'
import { cx } from '../../../ui/cx.ts'
import { timingOf } from '../../forecast/index.ts'
import { badgeTone } from '../../market/index.ts'
import { useAnswerText } from '../answer/answer-language.ts'

const BADGES = { live: 'LIVE', sim: 'SIMULATED', replay: 'REPLAY' } as const

export function FigureChip({ figure }: { readonly figure: ProvenFigure }) {
  const { ageMs, isStale } = useAge(figure)
  const { answerText, agoText } = useAnswerText()
  const badge = BADGES[figure.source]
  const kind = answerText.figures[figure.tool]
  return (
    <span
      data-source={figure.source}
      data-stale={isStale || undefined}
      title={`${badge}. ${kind}: ${utcText(figure.as_of)}`}
      className={cx(
        'num inline-flex min-h-5 items-center gap-1.5 rounded-full border px-2 text-11',
        isStale ? 'border-line-strong border-dashed' : 'border-line-strong',
      )}
    >
      <span aria-hidden="true" className={cx('size-1.5 rounded-full forced-color-adjust-none', badgeTone(isStale ? 'STALE' : badge).dot)} />
      <span className={cx('font-semibold', badgeTone(badge).text)}>{badge}</span>
      <span className="text-ink-2">
        {kind} {ageMs === null ? utcText(figure.as_of) : agoText(ageMs)}
      </span>
      {isStale && <span className="font-semibold text-warning">STALE</span>}
    </span>
  )
}

type Age = { readonly ageMs: number | null; readonly isStale: boolean }

function useAge({ tool, source, as_of }: ProvenFigure): Age {
  const now = useMarketClock()
  const status = useMarketState((state) => state.status)
  const speed = useMarketState((state) => state.clock?.speed ?? 1)
  if (now === null || status === null || status.source !== source || as_of > now + status.stale_after_ms) return UNKNOWN_AGE
  const ageMs = Math.max(0, now - as_of)
  // The close of a past hour never becomes stale.
  if (tool === 'get_crypto_history') return { ageMs, isStale: false }
  if (tool === 'get_crypto_prediction') {
    // Recordings of hours have forecasts at the full hour only.
    const series = source === 'replay' && as_of % HOUR_MS === 0 ? 'hourly' : 'now'
    return { ageMs, isStale: timingOf({ issued_at: as_of, series }, now, speed).isStale }
  }
  return { ageMs, isStale: ageMs > status.stale_after_ms }
}

const UNKNOWN_AGE: Age = { ageMs: null, isStale: false }
