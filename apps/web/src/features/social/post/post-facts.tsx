import type { IdeaQuote } from '@aerie/wire/ideas'
import { priceText } from '../../../market-views/forecast/forecast-text.ts'
import { LearnLink } from '../../../navigation/learn-link.tsx'
import { SourceMark } from '../card/idea-card.tsx'
import { SOCIAL_WORDS } from '../social-words.ts'

const { form: WORDS } = SOCIAL_WORDS
type PostFactsProps = {
  readonly quote: { readonly data: IdeaQuote | undefined; readonly error: unknown }
  readonly reward: number | null
}

export function PostFacts({ quote: { data, error }, reward }: PostFactsProps) {
  return (
    <div className="social-wide social-facts">
      {data === undefined ? (
        <p>{error === null ? WORDS.loading : WORDS.failed}</p>
      ) : (
        <p>
          <SourceMark kind={data.source_kind} /> {WORDS.now}:{' '}
          <strong translate="no" className="num">
            {data.price === null ? WORDS.none : priceText(Number(data.price), data.quote)}
          </strong>
          {data.is_stale && <span className="text-warning"> {WORDS.stale}</span>} · {WORDS.open(data.open, data.open_limit, data.symbol)}
        </p>
      )}
      {reward !== null && Number.isFinite(reward) && (
        <p>
          {WORDS.rr(reward.toFixed(2))} {WORDS.chance(((100 * 1) / (1 + reward)).toFixed(0))} <LearnLink term="sizing" />
        </p>
      )}
    </div>
  )
}
