import { LEAST_FOR_BOARD } from '@aerie/social/standing'
import type { LeadersPage } from '@aerie/wire/ideas'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Trophy } from 'lucide-react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { ScrollSection } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { PagesView } from '../../../ui/states/query-view.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import { AuthorLink } from '../card/author-link.tsx'
import { SourceMark } from '../card/idea-card.tsx'
import { figure, intervalText } from '../feed/author-head.tsx'
import { followersText } from '../messages.ts'
import { leadersQuery } from '../social-queries.ts'

export function LeaderBoard() {
  const query = useInfiniteQuery(leadersQuery, queryClient)
  return (
    <PagesView
      query={query}
      loading="Loading the board"
      failed="The board could not be loaded"
      rows={8}
      rowClassName="h-9 w-full"
      className=""
      more="Show further places"
    >
      {({ pages }) => <Board kind={pages[0]?.source_kind} leaders={pages.flatMap(({ data }) => data)} />}
    </PagesView>
  )
}

type BoardProps = { readonly kind: LeadersPage['source_kind'] | undefined; readonly leaders: LeadersPage['data'] }

const Board = ({ kind, leaders }: BoardProps) => (
  <>
    <p className="text-13 text-ink-2">
      {kind && <SourceMark kind={kind} />}{' '}
      {`Ranked by the lower end of the 95% interval of the mean result after fees, from ${LEAST_FOR_BOARD} ideas that do not overlap. A high mean of few ideas can be luck.`}
    </p>
    {leaders.length === 0 ? (
      <EmptyState icon={<Trophy size={28} aria-hidden="true" />} title="Nobody is ranked yet">
        {`The ranking needs ${LEAST_FOR_BOARD} scored ideas of an author that do not overlap, on at least two days.`}
      </EmptyState>
    ) : (
      <BoardTable leaders={leaders} />
    )}
  </>
)

const BoardTable = ({ leaders }: { readonly leaders: LeadersPage['data'] }) => (
  <ScrollSection className="social-scroll" aria-label="Board">
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
    <td translate="no" className="num">
      {leader.rank}
    </td>
    <th scope="row">
      <AuthorLink author={leader.author} />
      <span className="block font-normal text-12 text-ink-2">{followersText(leader.followers)}</span>
    </th>
    <td translate="no" className="num">
      {leader.n}
    </td>
    <td translate="no" className="num">
      {figure(leader.mean)}
    </td>
    <td translate="no" className="num">
      {intervalText(leader)}
    </td>
    <td translate="no" className="num">
      {figure(leader.excess)}
    </td>
  </tr>
)

const boardHead = ['Place', 'Author', 'Ideas', 'Mean', '95% interval', 'Against holding'] as const
