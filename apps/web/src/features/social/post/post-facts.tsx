import type { IdeaQuote } from '@aerie/wire/ideas'
import { priceText } from '../../../market-views/forecast/forecast-text.ts'
import { LearnLink } from '../../../navigation/learn-link.tsx'
import { SourceMark } from '../card/idea-card.tsx'
import { SOCIAL_TEXT } from '../social-words.ts'

const { form: FORM_TEXT } = SOCIAL_TEXT
type PostFactsProps = {
  readonly quote: { readonly data: IdeaQuote | undefined; readonly error: unknown }
  readonly reward: number | null
}

export function PostFacts({ quote: { data, error }, reward }: PostFactsProps) {
  return (
    <div className="social-wide social-facts">
      {data === undefined ? (
        <p>{error === null ? FORM_TEXT.loading : FORM_TEXT.failed}</p>
      ) : (
        <p>
          <SourceMark kind={data.source_kind} /> {FORM_TEXT.now}:{' '}
          <strong translate="no" className="num">
            {data.price === null ? FORM_TEXT.none : priceText(Number(data.price), data.quote)}
          </strong>
          {data.is_stale && <span className="text-warning"> {FORM_TEXT.stale}</span>} ·{' '}
          {FORM_TEXT.open(data.open, data.open_limit, data.symbol)}
        </p>
      )}
      {reward !== null && Number.isFinite(reward) && (
        <p>
          {FORM_TEXT.rr(reward.toFixed(2))} {FORM_TEXT.chance(((100 * 1) / (1 + reward)).toFixed(0))} <LearnLink term="sizing" />
        </p>
      )}
    </div>
  )
}
