import type { SocialStanding } from '@aerie/wire/ideas'
import { Fact } from '../card/idea-result.tsx'
import { rText } from '../idea-news/idea-news-text.ts'

export const figure = (r: number | null): string => (r === null ? '–' : rText(r))
export const intervalText = ({ low, high }: SocialStanding): string =>
  low === null || high === null ? 'Too few ideas for an interval' : `${rText(low)} to\u00a0${rText(high)}`

export const StandingFacts = ({ standing }: { readonly standing: SocialStanding }) => (
  <dl className="idea-facts">
    <Fact title="Independent ideas" text={String(standing.n)} />
    <Fact title="Mean after fees" text={figure(standing.mean)} />
    <Fact title="95% interval" text={intervalText(standing)} />
    <Fact title="Against holding" text={figure(standing.excess)} />
  </dl>
)
