import { rewardOf } from '@aerie/social/idea-terms'
import type { Idea } from '@aerie/wire/ideas'
import { Link } from 'react-router'
import { momentText, priceText, utcText } from '../../../market-views/forecast/forecast-text.ts'
import { cx } from '../../../ui/cx.ts'
import { SIDE_WORDS, SOCIAL_WORDS as WORDS } from '../social-words.ts'
import { AuthorLink } from './author-link.tsx'
import { IdeaActions } from './idea-actions.tsx'
import { IdeaPlot } from './idea-plot.tsx'
import { Fact, IdeaResult, ScoreDetails } from './idea-result.tsx'
import { IdeaText } from './idea-text.tsx'

/** An idea: what it claims, its path, what came of it, and its text. */
export function IdeaCard({ idea, heading: Heading = 'h2' }: { readonly idea: Idea; readonly heading?: 'h1' | 'h2' }) {
  const due = Date.parse(idea.due_at)
  return (
    <article className="idea-card" aria-label={`${idea.symbol} ${SIDE_WORDS[idea.side]}`}>
      <header className="idea-head">
        <Heading className="idea-title">
          <Link to={`/claw/social/${idea.id}`}>
            {idea.symbol} <span className={cx(idea.side === 'long' ? 'text-success' : 'text-danger')}>{SIDE_WORDS[idea.side]}</span>
          </Link>
        </Heading>
        <SourceMark kind={idea.source_kind} />
        <IdeaResult idea={idea} />
      </header>
      <p className="idea-by">
        <AuthorLink author={idea.author} />
        <time dateTime={idea.posted_at} title={`${utcText(Date.parse(idea.posted_at))}. ${ageWords(idea)}`}>
          {WORDS.posted(momentText(Date.parse(idea.posted_at)))}
        </time>
        <time dateTime={idea.due_at} title={utcText(due)}>
          {idea.state === 'open' ? WORDS.ends(momentText(due)) : WORDS.ended(momentText(due))}
        </time>
      </p>
      <Prices idea={idea} />
      <IdeaPlot idea={idea} />
      <ScoreDetails idea={idea} />
      <IdeaText idea={idea} />
      <IdeaActions idea={idea} />
    </article>
  )
}

/** Prices that are simulated or recorded are never taken for live ones. */
export const SourceMark = ({ kind }: { readonly kind: Idea['source_kind'] }) => (
  <span className="idea-source" data-kind={kind}>
    {SOURCE_MARKS[kind]}
  </span>
)

const ageWords = ({ posted_at, price_as_of }: Idea): string =>
  WORDS.priceAge(((Date.parse(posted_at) - Date.parse(price_as_of)) / 1_000).toFixed(1))

function Prices({ idea }: { readonly idea: Idea }) {
  const [entry, target, stop] = [Number(idea.entry), Number(idea.target), Number(idea.stop)]
  return (
    <dl className="idea-facts">
      <Fact title={WORDS.entry} text={priceText(entry, idea.quote)} />
      <Fact title={WORDS.target} text={priceText(target, idea.quote)} />
      <Fact title={WORDS.stop} text={priceText(stop, idea.quote)} />
      <Fact title={WORDS.reward} text={`${rewardOf({ entry, target, stop }).toFixed(2)} : 1`} />
    </dl>
  )
}

const SOURCE_MARKS = { live: 'LIVE', sim: 'SIMULATED', replay: 'REPLAY' } as const
