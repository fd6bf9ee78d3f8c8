import type { Idea } from '@aerie/wire/ideas'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorText } from '../../platform/api/error-text.ts'
import { allRows, BY_CURSOR } from '../../platform/api/first-page.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { onNotice } from '../../platform/live/notices.ts'
import { notify } from '../../platform/toasts/toast.ts'
import { socialCalls } from './social-calls.ts'

export type FeedFilters = Readonly<Partial<Record<'symbol' | 'side' | 'state' | 'author' | 'followed', string>>>

const QUOTE_MS = 4_000
const FEED_MS = 30_000

export const feedQuery = (filters: FeedFilters) =>
  infiniteQueryOptions({
    queryKey: ['social', 'feed', filters],
    queryFn: ({ pageParam, signal }) => socialCalls.feed({ ...filters, cursor: pageParam }, { signal }),
    ...BY_CURSOR,
    select: allRows,
    refetchInterval: FEED_MS,
  })
export const ideaQuery = (id: string) =>
  queryOptions({
    queryKey: ['social', 'idea', id],
    queryFn: ({ signal }) => socialCalls.idea(id, { signal }),
    refetchInterval: FEED_MS,
  })
export const leadersQuery = infiniteQueryOptions({
  queryKey: ['social', 'leaders'],
  queryFn: ({ pageParam, signal }) => socialCalls.leaders(pageParam, { signal }),
  ...BY_CURSOR,
})
export const commentsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['social', 'comments', id],
    queryFn: ({ pageParam, signal }) => socialCalls.comments(id, pageParam, { signal }),
    ...BY_CURSOR,
    select: allRows,
  })
export const quoteQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['social', 'quote', symbol],
    queryFn: ({ signal }) => socialCalls.quote(symbol, { signal }),
    refetchInterval: QUOTE_MS,
  })
export const authorQuery = (id: string) =>
  queryOptions({ queryKey: ['social', 'author', id], queryFn: ({ signal }) => socialCalls.author(id, { signal }) })
export const meQuery = queryOptions({ queryKey: ['social', 'me'], queryFn: ({ signal }) => socialCalls.me({ signal }) })

export const refreshSocial = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['social'] })

export const useSocialNews = (): void =>
  useEffect(
    () =>
      onNotice(({ kind }) => {
        if (kind === 'idea') void refreshSocial()
      }),
    [],
  )

/** Updates the cache with the server's answer and cancels pending fetches, whose data is older. */
export function takeIdea(changed: Idea): void {
  const { queryKey } = ideaQuery(changed.id)
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, changed)
  void queryClient.invalidateQueries({ queryKey: ['social', 'feed'] })
}

/** Reports failures. @returns whether it succeeded */
export async function attempt<T>(work: () => Promise<T>, take: (answer: T) => void): Promise<boolean> {
  try {
    take(await work())
    return true
  } catch (error) {
    notify('error', `Not saved. ${errorText(error)}`, { multiple: true })
    return false
  }
}
