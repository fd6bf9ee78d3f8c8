import { useInfiniteQuery } from '@tanstack/react-query'
import { Lightbulb } from 'lucide-react'
import { queryClient } from '../../../lib/http/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { ErrorText } from '../../../ui/states/error-text.tsx'
import { QueryNotice } from '../../../ui/states/query-view.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { IdeaCard } from '../card/idea-card.tsx'
import { type FeedFilters, feedQuery } from '../social-queries.ts'
import { SOCIAL_WORDS as WORDS } from '../social-words.ts'

export function IdeaFeed({ filters }: { readonly filters: FeedFilters }) {
  const query = useInfiniteQuery(feedQuery(filters), queryClient)
  const ideas = query.data?.pages.flatMap(({ data }) => data)
  if (ideas === undefined) {
    return query.error === null ? (
      <div role="status" aria-label={WORDS.loading} className="flex flex-col gap-3">
        <SkeletonRows count={3} className="h-56 w-full" />
      </div>
    ) : (
      <ErrorState title={WORDS.failed} busy={query.isFetching} onRetry={() => void query.refetch()}>
        <ErrorText error={query.error} />
      </ErrorState>
    )
  }
  if (ideas.length === 0) {
    const isFiltered = Object.keys(filters).length > 0
    return (
      <EmptyState icon={<Lightbulb size={28} aria-hidden="true" />} title={isFiltered ? WORDS.emptyFilter : WORDS.empty}>
        {isFiltered ? WORDS.emptyFilterText : WORDS.emptyText}
      </EmptyState>
    )
  }
  return (
    <>
      <QueryNotice query={query} text={WORDS.stale} role="status" />
      <ul aria-label={WORDS.list} className="social-list">
        {ideas.map((idea) => (
          <li key={idea.id}>
            <ItemBoundary of={idea}>
              <IdeaCard idea={idea} />
            </ItemBoundary>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button className="self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {WORDS.older}
        </Button>
      )}
    </>
  )
}
