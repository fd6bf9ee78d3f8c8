import type { IdeaNews } from '@aerie/wire/idea-news'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { momentText, utcText } from '../../../platform/format/market-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { followIdeaNews, markIdeaNewsRead, readIdeaNews, useIdeaNews } from './idea-news.ts'
import { newsText } from './idea-news-text.ts'

type ListProps = {
  readonly most: number
  readonly onOpen?: () => void
}

export function IdeaNewsList({ most, onOpen }: ListProps) {
  useEffect(followIdeaNews, [])
  const { list, error } = useIdeaNews()
  return (
    <QueryView
      query={{ data: list ?? undefined, error, isFetching: false, refetch: readIdeaNews }}
      loading="Loading the updates"
      failed="The updates could not be loaded"
      stale="The updates could not be refreshed."
      isCompact
      errorClassName="p-3"
      rowClassName="h-9 w-full"
      className="p-3"
      empty={
        <p className="p-3 text-13 text-ink-2">
          No updates yet. Comments on your ideas, their scores and new ideas of people you follow appear here.
        </p>
      }
    >
      {(all) => (
        <ul aria-label="Newest updates on ideas">
          {all.slice(0, most).map((news) => (
            <li key={news.seq} data-unread={!news.is_read || undefined}>
              <ItemBoundary of={news}>
                <NewsLink news={news} onOpen={onOpen} />
              </ItemBoundary>
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  )
}

const NewsLink = ({ news, onOpen }: { readonly news: IdeaNews; readonly onOpen: (() => void) | undefined }) => (
  <Link to={`/claw/social/${news.idea}`} className="block min-w-0 flex-1" {...(onOpen && { onClick: onOpen })}>
    <span className="num block break-words text-13 text-ink-1">
      {!news.is_read && <span className="sr-only">Unread: </span>}
      <bdi>{newsText(news)}</bdi>
    </span>
    <time dateTime={news.at} title={utcText(Date.parse(news.at))} className="num block text-11 text-ink-2">
      {momentText(Date.parse(news.at))}
    </time>
  </Link>
)

export function AllNewsRead() {
  const { list, unread } = useIdeaNews()
  const newest = list?.[0]
  return newest === undefined || unread === null || unread === 0 ? null : (
    <Button
      size="sm"
      variant="ghost"
      aria-label="Mark all as read: updates on ideas"
      onClick={() => void markIdeaNewsRead({ up_to: newest.seq })}
    >
      Mark all as read
    </Button>
  )
}
