import type { SocialStanding } from '@aerie/wire/ideas'
import { Fact } from '../card/idea-result.tsx'
import { rText, SOCIAL_WORDS as WORDS } from '../social-words.ts'

export const figure = (r: number | null): string => (r === null ? WORDS.unknown : rText(r))
export const intervalText = ({ low, high }: SocialStanding): string =>
  low === null || high === null ? WORDS.tooFew : WORDS.between(rText(low), rText(high))

export const StandingFacts = ({ standing }: { readonly standing: SocialStanding }) => (
  <dl className="idea-facts">
    <Fact title={WORDS.ideas} text={String(standing.n)} />
    <Fact title={WORDS.mean} text={figure(standing.mean)} />
    <Fact title={WORDS.interval} text={intervalText(standing)} />
    <Fact title={WORDS.against} text={figure(standing.excess)} />
  </dl>
)
