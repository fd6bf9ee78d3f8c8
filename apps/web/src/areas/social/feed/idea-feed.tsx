import { useInfiniteQuery } from '@tanstack/react-query'
import { Lightbulb } from 'lucide-react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { PagesView } from '../../../ui/states/query-view.tsx'
import { IdeaCard } from '../card/idea-card.tsx'
import { type FeedFilters, feedQuery } from '../social-queries.ts'

type IdeaFeedProps = {
  readonly filters: FeedFilters
  /** Opens the form for a new idea; absent for the ideas of one author. */
  readonly onNew?: (() => void) | undefined
}

export function IdeaFeed({ filters, onNew }: IdeaFeedProps) {
  const query = useInfiniteQuery(feedQuery(filters), queryClient)
  const isFiltered = onNew !== undefined && Object.keys(filters).length > 0
  return (
    <PagesView
      query={query}
      loading="Loading ideas"
      failed="The ideas could not be loaded"
      stale="The ideas could not be updated."
      rows={3}
      rowClassName="h-56 w-full"
      more="Show older ideas"
      empty={
        isFiltered ? (
          <EmptyState icon={<Lightbulb size={28} aria-hidden="true" />} title="No matching ideas">
            Change or clear the filters to see others.
          </EmptyState>
        ) : (
          <NoIdeas onNew={onNew} />
        )
      }
    >
      {(ideas) => (
        <ul aria-label="Ideas, newest first" className="flex flex-col gap-3">
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

const NoIdeas = ({ onNew }: Pick<IdeaFeedProps, 'onNew'>) =>
  onNew === undefined ? (
    <EmptyState icon={<Lightbulb size={28} aria-hidden="true" />} title="No ideas yet">
      Ideas appear here once they are posted, with their result when the horizon ends.
    </EmptyState>
  ) : (
    <EmptyState
      icon={<Lightbulb size={28} aria-hidden="true" />}
      title="No ideas yet"
      action={
        <Button variant="primary" onClick={onNew}>
          Post an idea
        </Button>
      }
      example={{
        heads: ['Idea', 'Entry', 'Target', 'Stop', 'Result'],
        rows: [
          ['BTC ▲ long', '60,000', '64,000', '58,000', '+2.00R'],
          ['SOL ▼ short', '150.00', '135.00', '156.00', '−1.00R'],
        ],
      }}
    >
      State a coin, a direction, a target, a stop and a horizon. The market scores each idea when its horizon ends, so a record shows skill
      and not luck.
    </EmptyState>
  )
