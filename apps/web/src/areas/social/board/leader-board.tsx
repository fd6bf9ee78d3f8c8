import { LEAST_FOR_BOARD } from '@aerie/social/standing'
import type { LeadersPage } from '@aerie/wire/ideas'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Trophy } from 'lucide-react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ScrollSection } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { PagesView } from '../../../ui/states/query-view.tsx'
import { FigureCell, TableHead } from '../../../ui/table.tsx'
import { AuthorLink } from '../card/author-link.tsx'
import { SourceMark } from '../card/idea-card.tsx'
import { figure, intervalText } from '../feed/author-head.tsx'
import { followersText } from '../messages.ts'
import { leadersQuery } from '../social-queries.ts'

type NewIdea = {
  /** Opens the form for a new idea. */
  readonly onNew: () => void
}

export function LeaderBoard({ onNew }: NewIdea) {
  const query = useInfiniteQuery(leadersQuery, queryClient)
  return (
    <PagesView
      query={query}
      loading="Loading the board"
      failed="The board could not be loaded"
      rows={8}
      rowClassName="h-9 w-full"
      more="Show further places"
    >
      {({ pages }) => <Board kind={pages[0]?.source_kind} leaders={pages.flatMap(({ data }) => data)} onNew={onNew} />}
    </PagesView>
  )
}

type BoardProps = NewIdea & { readonly kind: LeadersPage['source_kind'] | undefined; readonly leaders: LeadersPage['data'] }

const Board = ({ kind, leaders, onNew }: BoardProps) => (
  <section className="min-w-0 rounded-md border border-line bg-surface-1" aria-label="Ranking">
    <p className="border-line border-b px-4 py-3 text-13 text-ink-2">
      {kind && <SourceMark kind={kind} />}{' '}
      {`Ranked by the lower end of the 95% interval of the mean result after fees, from ${LEAST_FOR_BOARD} ideas that do not overlap. A high mean of few ideas can be luck.`}
    </p>
    {leaders.length === 0 ? <NobodyRanked onNew={onNew} /> : <BoardTable leaders={leaders} />}
  </section>
)

const NobodyRanked = ({ onNew }: NewIdea) => (
  <EmptyState
    icon={<Trophy size={28} aria-hidden="true" />}
    title="Nobody is ranked yet"
    action={
      <Button variant="primary" onClick={onNew}>
        Post an idea
      </Button>
    }
    example={{
      heads: ['Author', 'Ideas', 'Mean', '95% interval', 'Against holding'],
      rows: [
        ['1 Trend rider', '34', '+0.42R', '+0.11R to +0.73R', '+0.20R'],
        ['2 Patient swing', '12', '+0.65R', '+0.04R to +1.26R', '+0.31R'],
      ],
    }}
  >
    {`The ranking needs ${LEAST_FOR_BOARD} scored ideas of an author that do not overlap, on at least two days.`}
  </EmptyState>
)

const BoardTable = ({ leaders }: { readonly leaders: LeadersPage['data'] }) => (
  <ScrollSection className="overflow-x-auto" aria-label="Board">
    <table className="social-board">
      <TableHead titles={boardHead} />
      <tbody>
        {leaders.map((leader) => (
          <ItemBoundary key={leader.author.id} of={leader} as={{ columns: boardHead.length }}>
            <BoardRow leader={leader} />
          </ItemBoundary>
        ))}
      </tbody>
    </table>
  </ScrollSection>
)

const BoardRow = ({ leader }: { readonly leader: LeadersPage['data'][number] }) => (
  <tr data-you={leader.author.is_you || undefined}>
    <FigureCell className="num">{leader.rank}</FigureCell>
    <th scope="row">
      <AuthorLink author={leader.author} />
      <span className="block font-normal text-12 text-ink-2">{followersText(leader.followers)}</span>
    </th>
    <FigureCell data-title="Ideas" className="num">
      {leader.n}
    </FigureCell>
    <FigureCell data-title="Mean" className="num">
      {figure(leader.mean)}
    </FigureCell>
    <FigureCell data-title="95% interval" className="num">
      {intervalText(leader)}
    </FigureCell>
    <FigureCell data-title="Against holding" className="num">
      {figure(leader.excess)}
    </FigureCell>
  </tr>
)

const boardHead = ['Place', 'Author', 'Ideas', 'Mean', '95% interval', 'Against holding'] as const
