import type { IdeaQuote } from '@aerie/wire/ideas'
import { priceText } from '../../../platform/format/market-text.ts'
import { LearnLink } from '../../../platform/navigation/learn-link.tsx'
import { SourceMark } from '../card/idea-card.tsx'

type PostFactsProps = {
  readonly quote: { readonly data: IdeaQuote | undefined; readonly error: unknown }
  readonly reward: number | null
}

export function PostFacts({ quote: { data, error }, reward }: PostFactsProps) {
  return (
    <div className="social-wide social-facts">
      {data === undefined ? (
        <p>{error === null ? 'Loading the price' : 'The price could not be loaded.'}</p>
      ) : (
        <p>
          <SourceMark kind={data.source_kind} /> Entry now:{' '}
          <strong translate="no" className="num">
            {data.price === null ? 'No price yet' : priceText(Number(data.price), data.quote)}
          </strong>
          {data.is_stale && <span className="text-warning"> The price is stale. Wait until it updates.</span>} ·{' '}
          {`${data.open} of ${data.open_limit} open ideas on ${data.symbol}`}
        </p>
      )}
      {reward !== null && Number.isFinite(reward) && (
        <p>
          {`Pays ${reward.toFixed(2)}R at the target, costs 1R at the stop.`}{' '}
          {`Without drift, the target comes first ${((100 * 1) / (1 + reward)).toFixed(0)}% of the time.`} <LearnLink term="sizing" />
        </p>
      )}
    </div>
  )
}
