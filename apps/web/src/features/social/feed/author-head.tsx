import type { AuthorPatch, AuthorProfile } from '@aerie/wire/ideas'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../lib/http/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { ErrorText } from '../../../ui/states/error-text.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { StandingFacts } from '../board/standing-facts.tsx'
import { nameOf } from '../card/author-link.tsx'
import { SourceMark } from '../card/idea-card.tsx'
import { socialCalls } from '../social-calls.ts'
import { attempt, authorQuery, refreshSocial } from '../social-queries.ts'
import { SOCIAL_WORDS as WORDS } from '../social-words.ts'

export function AuthorHead({ id }: { readonly id: string }) {
  const { data, error, isFetching, refetch } = useQuery(authorQuery(id), queryClient)
  if (data === undefined) {
    return error === null ? (
      <div role="status" aria-label={WORDS.profileLoading}>
        <Skeleton className="h-28 w-full" />
      </div>
    ) : (
      <ErrorState title={WORDS.profileFailed} busy={isFetching} onRetry={() => void refetch()}>
        <ErrorText error={error} />
      </ErrorState>
    )
  }
  return (
    <section className="social-box" aria-label={nameOf(data.author)}>
      <header className="idea-head">
        <h2 className="font-semibold text-18">
          <bdi>{nameOf(data.author)}</bdi>
        </h2>
        <SourceMark kind={data.source_kind} />
        <span className="text-13 text-ink-2">{WORDS.followers(data.followers)}</span>
        {!data.author.is_you && <Bonds profile={data} />}
      </header>
      {data.view !== null && <p className="social-note">{data.view === 'mute' ? WORDS.isMuted : WORDS.isBlocked}</p>}
      <StandingFacts standing={data.standing} />
      <p className="text-12 text-ink-2">
        {WORDS.scored(data.standing.n, data.standing.scored)} · {WORDS.openIdeas(data.open_long, data.open_short)}
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
          {is_followed ? WORDS.unfollow : WORDS.follow}
        </Button>
      )}
      <Button onClick={() => change({ view: view === 'mute' ? null : 'mute' })}>{view === 'mute' ? WORDS.unmute : WORDS.mute}</Button>
      <Button onClick={() => change({ view: view === 'block' ? null : 'block' })}>{view === 'block' ? WORDS.unblock : WORDS.block}</Button>
    </span>
  )
}
