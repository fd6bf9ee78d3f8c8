import { DAY_MS } from '@aerie/core/time'
import type { AlertPreview } from '@aerie/wire/alerts/alert-rows'
import type { AlertRequest } from '../../../alerts/alert-draft.ts'
import { timesWords } from '../../../alerts/alert-words.ts'
import { SOURCE_WORDS } from '../../../market-views/forecast/forecast-text.ts'
import { QueryNotice } from '../../../ui/states/query-view.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { AlertPlot } from './alert-plot.tsx'
import { useAlertPreview } from './use-alert-preview.ts'

const RESOLUTIONS: Readonly<Record<AlertPreview['resolution'], string>> = { '1m': '1-minute', '1h': '1-hour', '1d': 'daily' }

/** What the alert would have done, in one sentence with the resolution: `Would have fired 3 to 5 times in the last 30 days.` */
export function previewSentence({ fired, from, to, resolution }: Pick<AlertPreview, 'fired' | 'from' | 'to' | 'resolution'>): string {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  const hours = Math.max(1, Math.round(days * 24))
  const span = days >= 1.5 ? `${Math.round(days)} days` : hours === 1 ? 'hour' : `${hours} hours`
  const times = timesWords(fired)
  const candles = RESOLUTIONS[resolution]
  return times === null
    ? `Would not have fired in the last ${span}, by ${candles} candles.`
    : `Would have fired ${times} in the last ${span}, by ${candles} candles.`
}

type PreviewNoteProps = {
  readonly body: AlertRequest | null
  /** Whether the condition holds at the price on show; null where that is not known here. */
  readonly isTrueHere: boolean | null
}

/** What an alert would have done before it is saved, with marks on a chart; and whether it is true already. */
export function PreviewNote({ body, isTrueHere }: PreviewNoteProps) {
  const state = useAlertPreview(body)
  const isMet = state.kind === 'known' && !state.isOld ? (isTrueHere ?? state.preview.is_met) : isTrueHere
  return (
    <div className="alert-preview">
      <div role="status" aria-label="Past triggers" className="flex flex-col gap-1">
        {isMet === true && <p className="text-12 text-warning">Already true. The alert fires the next time it becomes true again.</p>}
        {state.kind === 'known' && (
          <p className="text-12 text-ink-2" data-old={state.isOld || undefined}>
            {previewSentence(state.preview)}
            {state.preview.source_kind !== 'live' && ` ${SOURCE_WORDS[state.preview.source_kind]}.`}
          </p>
        )}
      </div>
      {state.kind === 'asking' && <Skeleton className="h-4 w-3/4" />}
      {state.kind === 'failed' && <QueryNotice query={state.query} text="Past triggers could not be loaded." role="alert" />}
      {state.kind === 'known' && body?.symbol !== undefined && (
        <AlertPlot symbol={body.symbol} preview={state.preview} level={body.level === undefined ? null : Number(body.level)} />
      )}
    </div>
  )
}
