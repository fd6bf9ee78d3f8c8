import type { IdeaNews } from '@aerie/wire/idea-news'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { followIdeaNews, markIdeaNewsRead, readIdeaNews, useIdeaNews } from '../../alerts/idea-news/idea-news.ts'
import * as WORDS from '../../alerts/idea-news/idea-news-words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ItemBoundary } from '../../ui/states/error-boundary.tsx'
import { QueryNotice } from '../../ui/states/query-view.tsx'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { momentText, utcText } from '../forecast/forecast-text.ts'

type ListProps = {
  readonly most: number
  readonly onOpen?: () => void
}

export function IdeaNewsList({ most, onOpen }: ListProps) {
  useEffect(followIdeaNews, [])
  const { list, error } = useIdeaNews()
  if (list === null)
    return error === null ? (
      <div role="status" aria-label="Loading the news" className="flex flex-col gap-2 p-3">
        <SkeletonRows count={2} className="h-9 w-full" />
      </div>
    ) : (
      <div className="p-3">
        <QueryNotice query={{ error, isFetching: false, refetch: readIdeaNews }} text="The news could not be loaded." role="alert" />
      </div>
    )
  if (list.length === 0)
    return (
      <p className="p-3 text-13 text-ink-2">
        No news yet. Comments on your ideas, their scores and new ideas of people you follow appear here.
      </p>
    )
  return (
    <ul aria-label="Newest news of ideas" className="idea-news">
      {list.slice(0, most).map((news) => (
        <li key={news.seq} data-unread={!news.is_read || undefined}>
          <ItemBoundary of={news}>
            <NewsLink news={news} onOpen={onOpen} />
          </ItemBoundary>
        </li>
      ))}
    </ul>
  )
}

const NewsLink = ({ news, onOpen }: { readonly news: IdeaNews; readonly onOpen: (() => void) | undefined }) => (
  <Link to={`/claw/social/${news.idea}`} className="block min-w-0 flex-1" {...(onOpen && { onClick: onOpen })}>
    <span className="num block break-words text-13 text-ink-1">
      {!news.is_read && <span className="sr-only">Unread: </span>}
      <bdi>{WORDS.newsText(news)}</bdi>
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
      aria-label="Mark all as read: news of ideas"
      onClick={() => void markIdeaNewsRead({ up_to: newest.seq })}
    >
      Mark all as read
    </Button>
  )
}
