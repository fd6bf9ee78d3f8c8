import type { AuthorPatch, AuthorProfile } from '@aerie/wire/ideas'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../lib/http/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { StandingFacts } from '../board/standing-facts.tsx'
import { nameOf } from '../card/author-link.tsx'
import { SourceMark } from '../card/idea-card.tsx'
import { socialCalls } from '../social-calls.ts'
import { attempt, authorQuery, refreshSocial } from '../social-queries.ts'
import { SOCIAL_TEXT as TEXT } from '../social-words.ts'

export function AuthorHead({ id }: { readonly id: string }) {
  const query = useQuery(authorQuery(id), queryClient)
  return (
    <QueryView query={query} loading={TEXT.profileLoading} failed={TEXT.profileFailed} rows={1} rowClassName="h-28 w-full" className="">
      {(profile) => <Author profile={profile} />}
    </QueryView>
  )
}

function Author({ profile }: { readonly profile: AuthorProfile }) {
  const { author, source_kind, followers, view, standing, open_long, open_short } = profile
  return (
    <section className="social-box" aria-label={nameOf(author)}>
      <header className="idea-head">
        <h2 className="font-semibold text-18">
          <bdi>{nameOf(author)}</bdi>
        </h2>
        <SourceMark kind={source_kind} />
        <span className="text-13 text-ink-2">{TEXT.followers(followers)}</span>
        {!author.is_you && <Bonds profile={profile} />}
      </header>
      {view !== null && <p className="social-note">{view === 'mute' ? TEXT.isMuted : TEXT.isBlocked}</p>}
      <StandingFacts standing={standing} />
      <p className="text-12 text-ink-2">
        {TEXT.scored(standing.n, standing.scored)} · {TEXT.openIdeas(open_long, open_short)}
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
          {is_followed ? TEXT.unfollow : TEXT.follow}
        </Button>
      )}
      <Button onClick={() => change({ view: view === 'mute' ? null : 'mute' })}>{view === 'mute' ? TEXT.unmute : TEXT.mute}</Button>
      <Button onClick={() => change({ view: view === 'block' ? null : 'block' })}>{view === 'block' ? TEXT.unblock : TEXT.block}</Button>
    </span>
  )
}
