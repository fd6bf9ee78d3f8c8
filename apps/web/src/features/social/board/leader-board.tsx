import { LEAST_FOR_BOARD } from '@aerie/social/standing'
import type { LeadersPage } from '@aerie/wire/ideas'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Trophy } from 'lucide-react'
import { queryClient } from '../../../lib/http/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ScrollSection } from '../../../ui/scroll-section.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { ErrorText } from '../../../ui/states/error-text.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import { AuthorLink } from '../card/author-link.tsx'
import { SourceMark } from '../card/idea-card.tsx'
import { leadersQuery } from '../social-queries.ts'
import { SOCIAL_WORDS as WORDS } from '../social-words.ts'
import { figure, intervalText } from './standing-facts.tsx'

export function LeaderBoard() {
  const query = useInfiniteQuery(leadersQuery, queryClient)
  const pages = query.data?.pages
  if (pages === undefined) {
    return query.error === null ? (
      <div role="status" aria-label={WORDS.boardLoading} className="flex flex-col gap-2">
        <SkeletonRows count={8} className="h-9 w-full" />
      </div>
    ) : (
      <ErrorState title={WORDS.boardFailed} busy={query.isFetching} onRetry={() => void query.refetch()}>
        <ErrorText error={query.error} />
      </ErrorState>
    )
  }
  const leaders = pages.flatMap(({ data }) => data)
  const kind = pages[0]?.source_kind
  return (
    <>
      <p className="text-13 text-ink-2">
        {kind && <SourceMark kind={kind} />} {WORDS.boardAbout(LEAST_FOR_BOARD)}
      </p>
      {leaders.length === 0 ? (
        <EmptyState icon={<Trophy size={28} aria-hidden="true" />} title={WORDS.boardEmpty}>
          {WORDS.boardEmptyText(LEAST_FOR_BOARD)}
        </EmptyState>
      ) : (
        <BoardTable leaders={leaders} />
      )}
      {query.hasNextPage && (
        <Button className="self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {WORDS.boardMore}
        </Button>
      )}
    </>
  )
}

const BoardTable = ({ leaders }: { readonly leaders: LeadersPage['data'] }) => (
  <ScrollSection className="social-scroll" aria-label={WORDS.boardLabel}>
    <table className="social-board">
      <TableHead titles={WORDS.boardHead} />
      <tbody>
        {leaders.map((leader) => (
          <ItemBoundary key={leader.author.id} of={leader} as={{ columns: WORDS.boardHead.length }}>
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
      <span className="block font-normal text-12 text-ink-2">{WORDS.followers(leader.followers)}</span>
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
