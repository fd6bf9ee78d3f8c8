import './social.css'
import type { Idea } from '@aerie/wire/ideas'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import { ApiError } from '../../platform/api/api-error.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { usePageTitle } from '../../platform/navigation/page-title.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ItemBoundary } from '../../ui/states/error-boundary.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { IdeaCard } from './card/idea-card.tsx'
import { followIdeaNews, markIdeaNewsRead, useIdeaNews } from './idea-news/idea-news.ts'
import { sideLabels } from './messages.ts'
import { socialCalls } from './social-calls.ts'
import { ideaQuery, takeIdea, useSocialNews } from './social-queries.ts'
import { CommentForm } from './talk/comment-form.tsx'
import { CommentList } from './talk/comment-list.tsx'

export function IdeaPage() {
  const { idea: id = '' } = useParams()
  const query = useQuery(ideaQuery(id), queryClient)
  const { data, error } = query
  usePageTitle(data === undefined ? 'Idea' : `${data.symbol} ${sideLabels[data.side]}`)
  useSocialNews()
  useReadNews(id)
  return (
    <div className="mx-auto flex w-full min-w-0 max-w-[960px] flex-auto flex-col gap-3 px-4 pt-4 pb-22">
      <Link to="/claw/social" className="self-start text-13 text-accent-text">
        All ideas
      </Link>
      {data === undefined && isUnknown(error) ? (
        <EmptyState title="No such idea" action={<ButtonLink to="/claw/social">All ideas</ButtonLink>}>
          The link may be incomplete.
        </EmptyState>
      ) : (
        <QueryView query={query} loading="Loading ideas" failed="The idea could not be loaded" rows={1} rowClassName="h-72 w-full">
          {(idea) => (
            <>
              <ItemBoundary of={idea}>
                <IdeaCard idea={idea} heading="h1" />
              </ItemBoundary>
              <OwnAddition idea={idea} />
              <CommentList idea={id} />
            </>
          )}
        </QueryView>
      )}
    </div>
  )
}

const isUnknown = (error: Error | null): boolean => error instanceof ApiError && (error.code === 'not_found' || error.code === 'bad_input')

function useReadNews(id: string): void {
  useEffect(followIdeaNews, [])
  const unread = useIdeaNews(({ list }) => list?.find(({ idea, is_read }) => idea === id && !is_read)?.seq)
  const tried = useRef<number>(undefined)
  useEffect(() => {
    if (unread === undefined || tried.current === unread || document.visibilityState !== 'visible') return
    // Once per id: a failed request must not loop.
    tried.current = unread
    void markIdeaNewsRead({ idea: id })
  }, [id, unread])
}

/** Posted text cannot be edited, only extended by its author. */
const OwnAddition = ({ idea }: { readonly idea: Idea }) =>
  idea.author.is_you && idea.text !== null && idea.addenda.length < 10 ? (
    <details className="group min-w-0 rounded-md border border-line bg-surface-1 p-4">
      <summary className="font-medium text-13 group-open:mb-3">Add to your text</summary>
      <CommentForm
        label="Addition"
        button="Add"
        send={async (text) => takeIdea(await socialCalls.add(idea.id, text))}
        onDone={() => undefined}
      />
    </details>
  ) : null
