import { useInfiniteQuery } from '@tanstack/react-query'
import { Lightbulb } from 'lucide-react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { PagesView } from '../../../ui/states/query-view.tsx'
import { IdeaCard } from '../card/idea-card.tsx'
import { type FeedFilters, feedQuery } from '../social-queries.ts'

export function IdeaFeed({ filters }: { readonly filters: FeedFilters }) {
  const query = useInfiniteQuery(feedQuery(filters), queryClient)
  const isFiltered = Object.keys(filters).length > 0
  return (
    <PagesView
      query={query}
      loading="Loading ideas"
      failed="The ideas could not be loaded"
      stale="The ideas could not be updated."
      rows={3}
      rowClassName="h-56 w-full"
      className=""
      more="Show older ideas"
      isEmpty={(ideas) => ideas.length === 0}
      empty={
        <EmptyState icon={<Lightbulb size={28} aria-hidden="true" />} title={isFiltered ? 'No matching ideas' : 'No ideas yet'}>
          {isFiltered ? 'Change or clear the filters to see others.' : 'Ideas that people post on this market appear here.'}
        </EmptyState>
      }
    >
      {(ideas) => (
        <ul aria-label="Ideas, newest first" className="social-list">
          {ideas.map((idea) => (
            <li key={idea.id}>
              <ItemBoundary of={idea}>
                <IdeaCard idea={idea} />
              </ItemBoundary>
            </li>
          ))}
        </ul>
      )}
    </PagesView>
  )
}
