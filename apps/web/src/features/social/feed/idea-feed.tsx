import { useInfiniteQuery } from '@tanstack/react-query'
import { Lightbulb } from 'lucide-react'
import { queryClient } from '../../../lib/http/query-client.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { PagesView } from '../../../ui/states/query-view.tsx'
import { IdeaCard } from '../card/idea-card.tsx'
import { type FeedFilters, feedQuery } from '../social-queries.ts'
import { SOCIAL_TEXT as TEXT } from '../social-words.ts'

export function IdeaFeed({ filters }: { readonly filters: FeedFilters }) {
  const query = useInfiniteQuery(feedQuery(filters), queryClient)
  const isFiltered = Object.keys(filters).length > 0
  return (
    <PagesView
      query={query}
      loading={TEXT.loading}
      failed={TEXT.failed}
      stale={TEXT.stale}
      rows={3}
      rowClassName="h-56 w-full"
      className=""
      more={TEXT.older}
      isEmpty={(ideas) => ideas.length === 0}
      empty={
        <EmptyState icon={<Lightbulb size={28} aria-hidden="true" />} title={isFiltered ? TEXT.emptyFilter : TEXT.empty}>
          {isFiltered ? TEXT.emptyFilterText : TEXT.emptyText}
        </EmptyState>
      }
    >
      {(ideas) => (
        <ul aria-label={TEXT.list} className="social-list">
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
