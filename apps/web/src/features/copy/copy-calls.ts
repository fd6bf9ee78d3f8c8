import { coalesce } from '@aerie/runtime/coalesce'
import {
  type CopyBody,
  type CopyLogEntry,
  type CopyNotice,
  type CopyPatch,
  copyList,
  copyLogPage,
  copyNotice,
  copyRow,
  copySimulation,
  type LeaderForm,
  leaderList,
  leaderPage,
  ownLeader,
} from '@aerie/wire/copies'
import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../../lib/http/api.ts'
import { FIRST_PAGE } from '../../lib/http/first-page.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { newUuid } from '../../lib/new-uuid.ts'
import { openMessages } from '../../live/messages/messages-client.ts'
import { onNotice, onNoticesResumed } from '../../live/notices.ts'
import { notify } from '../../ui/states/toast.ts'

const pathOf = (id: string): string => `/copies/${encodeURIComponent(id)}`

/** Every call about copies. @throws ApiError; its words are the server's own where it refuses */
export const copyCalls = {
  start: (body: CopyBody) => api.post('/copies', body, copyRow, { headers: { 'idempotency-key': newUuid() } }),
  simulate: (body: CopyBody) => api.post('/copies/simulate', body, copySimulation),
  change: (id: string, patch: CopyPatch) => api.patch(pathOf(id), patch, copyRow),
  stop: (id: string, parts: 'close' | 'keep') => api.delete(`${pathOf(id)}?parts=${parts}`, copyRow),
  lead: (form: LeaderForm) => api.put('/copies/leader', form, ownLeader),
  stopLeading: () => api.delete('/copies/leader', ownLeader),
  log: (
    { cursor, outcome, symbol }: { cursor: string | undefined; outcome: CopyLogEntry['outcome'] | ''; symbol: string },
    signal: AbortSignal,
  ) => {
    const given = { ...(cursor !== undefined && { cursor }), ...(outcome !== '' && { outcome }), ...(symbol !== '' && { symbol }) }
    return api.page(`/copies/log?${new URLSearchParams(given)}`, copyLogPage, { signal, fresh: true })
  },
} as const

const LEADER_KEY = ['copies', 'leader'] as const
/** Of every page of the log, however it is filtered. */
export const LOG_KEY = ['copies', 'log'] as const

/** One `Row` for each of its ids: what changes its place while pages are read comes on two of them. */
const once = <Row extends { readonly id: string }>(pages: ReadonlyArray<{ readonly data: readonly Row[] }>): Row[] => [
  ...new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values(),
]
const nextOf = ({ next }: { readonly next: string | null }): string | undefined => next ?? undefined
const pathAt = (path: string, cursor: string | undefined): string =>
  cursor === undefined ? path : `${path}?${new URLSearchParams({ cursor })}`

/** Leaders in the server's order. */
export const leadersQuery = infiniteQueryOptions({
  queryKey: ['copies', 'leaders'] as const,
  queryFn: ({ pageParam, signal }) => api.page(pathAt('/copies/leaders', pageParam), leaderList, { signal, fresh: true }),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: nextOf,
  select: ({ pages }) => once(pages),
})
/** One leader with curves. */
export const leaderQuery = (id: string) =>
  queryOptions({
    queryKey: [...LEADER_KEY, id] as const,
    queryFn: ({ signal }) => api.get(`/copies/leaders/${encodeURIComponent(id)}`, leaderPage, { signal, fresh: true }),
  })
/** The user's copies; results move with the market, so they are read again while they are on show. */
export const copiesQuery = infiniteQueryOptions({
  queryKey: ['copies', 'mine'] as const,
  queryFn: ({ pageParam, signal }) => api.page(pathAt('/copies', pageParam), copyList, { signal, fresh: true }),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: nextOf,
  select: ({ pages }) => ({ copies: once(pages), going: pages[0]?.going ?? 0, limit: pages[0]?.limit ?? 0 }),
  refetchInterval: 5_000,
})
/** The user as a leader. */
export const ownLeaderQuery = queryOptions({
  queryKey: ['copies', 'own'] as const,
  queryFn: ({ signal }) => api.get('/copies/leader', ownLeader, { signal, fresh: true }),
})

/** Has everything about copies read again. */
export const refetchCopies = (): void => void queryClient.invalidateQueries({ queryKey: ['copies'] }).catch(failed)

const failed = (error: unknown): void => console.warn('Copies could not be read again.', error)

/** What a notice is about, by its event: an entry changes no leader, and the end of a copy no entry. */
const CHANGED_BY: Readonly<Record<CopyNotice['event'], readonly QueryKey[]>> = {
  entry: [copiesQuery.queryKey, LOG_KEY],
  changed: [copiesQuery.queryKey, leadersQuery.queryKey, LEADER_KEY],
}

/** Reads again what notices are about: once for all that come while something is being read, however many copies trade at once. */
function newsReader(): (event: CopyNotice['event']) => void {
  const told = new Set<CopyNotice['event']>()
  const read = coalesce(async () => {
    const keys = new Set([...told].flatMap((event) => CHANGED_BY[event]))
    told.clear()
    await Promise.all([...keys].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  })
  return (event) => {
    told.add(event)
    read().catch(failed)
  }
}

/** Follows what the server tells of copies while the screen is open. @returns how to stop */
export function followCopyNews(): () => void {
  openMessages()
  const hear = newsReader()
  const stops = [
    onNoticesResumed(refetchCopies),
    onNotice((notice) => {
      if (notice.kind !== 'copy') return
      const { data } = z.safeParse(copyNotice, notice.data)
      // One that this version cannot read may be about anything.
      if (data === undefined) return refetchCopies()
      if (data.event === 'changed' && data.detail !== null) notify('info', `Copy of ${data.leader_name}: ${data.detail}`)
      hear(data.event)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
