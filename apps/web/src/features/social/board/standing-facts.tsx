import type { SocialStanding } from '@aerie/wire/ideas'
import { Fact } from '../card/idea-result.tsx'
import { rText, SOCIAL_TEXT as TEXT } from '../social-words.ts'

export const figure = (r: number | null): string => (r === null ? TEXT.unknown : rText(r))
export const intervalText = ({ low, high }: SocialStanding): string =>
  low === null || high === null ? TEXT.tooFew : TEXT.between(rText(low), rText(high))

export const StandingFacts = ({ standing }: { readonly standing: SocialStanding }) => (
  <dl className="idea-facts">
    <Fact title={TEXT.ideas} text={String(standing.n)} />
    <Fact title={TEXT.mean} text={figure(standing.mean)} />
    <Fact title={TEXT.interval} text={intervalText(standing)} />
    <Fact title={TEXT.against} text={figure(standing.excess)} />
  </dl>
)
