import { LEAST_FOR_BOARD } from '@aerie/social/standing'
import type { AuthorPatch, AuthorProfile, SocialStanding } from '@aerie/wire/ideas'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../platform/api/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { nameOf } from '../card/author-link.tsx'
import { SourceMark } from '../card/idea-card.tsx'
import { Fact, Facts } from '../card/idea-result.tsx'
import { rText } from '../idea-news/idea-news-text.ts'
import { followersText } from '../messages.ts'
import { socialCalls } from '../social-calls.ts'
import { attempt, authorQuery, refreshSocial } from '../social-queries.ts'

/** Also the height of the skeleton, so that nothing below moves when the head loads. */
const HEAD_HEIGHT = 'min-h-[154px] max-[37.5rem]:min-h-[214px]'

export function AuthorHead({ id }: { readonly id: string }) {
  const query = useQuery(authorQuery(id), queryClient)
  return (
    <QueryView
      query={query}
      loading="Loading the author"
      failed="The author could not be loaded"
      rows={1}
      rowClassName={`${HEAD_HEIGHT} w-full`}
    >
      {(profile) => <Author profile={profile} />}
    </QueryView>
  )
}

function Author({ profile }: { readonly profile: AuthorProfile }) {
  const { author, source_kind, followers, view, standing, open_long, open_short } = profile
  return (
    <section
      className={`flex min-w-0 flex-col gap-3 rounded-md border border-line bg-surface-1 p-4 ${HEAD_HEIGHT}`}
      aria-label={nameOf(author)}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold text-18">
          <bdi>{nameOf(author)}</bdi>
        </h2>
        <SourceMark kind={source_kind} />
        <span className="text-13 text-ink-2">{followersText(followers)}</span>
        {!author.is_you && <Bonds profile={profile} />}
      </header>
      {view !== null && (
        <p className="rounded-md border border-line-strong px-3 py-2 text-13 text-warning">
          {view === 'mute'
            ? 'You have muted this author. Their ideas and comments are left out of your feed.'
            : 'You have blocked this author. They cannot follow you or comment on your ideas.'}
        </p>
      )}
      <StandingFacts standing={standing} isYou={author.is_you} />
      <p className="text-12 text-ink-2">
        {standing.scored === 0 ? 'No scored ideas yet' : `${standing.n} of ${standing.scored} scored ideas count: they do not overlap`} ·{' '}
        {`Open: ${open_long} long, ${open_short} short`}
      </p>
    </section>
  )
}

function Bonds({ profile: { author, is_followed, view } }: { readonly profile: AuthorProfile }) {
  const change = (patch: AuthorPatch) =>
    void attempt(
      () => socialCalls.changeAuthor(author.id, patch),
      (changed) => {
        queryClient.setQueryData(authorQuery(author.id).queryKey, changed)
        void refreshSocial()
      },
    )
  return (
    <span className="ml-auto flex flex-wrap gap-2">
      {view !== 'block' && (
        <Button variant={is_followed ? 'secondary' : 'primary'} onClick={() => change({ follow: !is_followed })}>
          {is_followed ? 'Unfollow' : 'Follow'}
        </Button>
      )}
      <Button onClick={() => change({ view: view === 'mute' ? null : 'mute' })}>{view === 'mute' ? 'Unmute' : 'Mute'}</Button>
      <Button onClick={() => change({ view: view === 'block' ? null : 'block' })}>{view === 'block' ? 'Unblock' : 'Block'}</Button>
    </span>
  )
}

export const figure = (r: number | null): string => (r === null ? '–' : rText(r))
const TOO_FEW = 'Too few ideas for an interval'
export const intervalText = ({ low, high }: SocialStanding): string =>
  low === null || high === null ? TOO_FEW : `${rText(low)} to\u00a0${rText(high)}`

type StandingFactsProps = { readonly standing: SocialStanding; readonly isYou: boolean }

const StandingFacts = ({ standing, isYou }: StandingFactsProps) => (
  <Facts>
    <Fact
      title="Independent ideas"
      text={String(standing.n)}
      note={isYou && standing.n < LEAST_FOR_BOARD ? `The Board needs ${LEAST_FOR_BOARD}` : undefined}
    />
    <Fact title="Mean after fees" text={figure(standing.mean)} />
    {standing.low === null || standing.high === null ? (
      <Fact title="95% interval" text={figure(null)} note={TOO_FEW} />
    ) : (
      <Fact title="95% interval" text={intervalText(standing)} />
    )}
    <Fact title="Against holding" text={figure(standing.excess)} />
  </Facts>
)
