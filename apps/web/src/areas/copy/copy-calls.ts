import { coalesce } from '@aerie/runtime/coalesce'
import {
  type CopyBody,
  type CopyLogEntry,
  type CopyNotice,
  type CopyPatch,
  changeCopy,
  closeOwnLeader,
  copyNotice,
  createCopy,
  getLeader,
  getOwnLeader,
  type LeaderForm,
  listCopies,
  listCopyLog,
  listLeaders,
  saveOwnLeader,
  simulateCopy,
  stopCopy,
} from '@aerie/wire/copies'
import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../../platform/api/api.ts'
import { BY_CURSOR } from '../../platform/api/first-page.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { newUuid } from '../../platform/browser/new-uuid.ts'
import { openMessages } from '../../platform/live/messages/messages-client.ts'
import { onNotice, onNoticesResumed } from '../../platform/live/notices.ts'
import { notify } from '../../platform/toasts/toast.ts'

/** @throws ApiError with the server's message on refusal */
export const copyCalls = {
  start: (body: CopyBody) => api(createCopy, { headers: { 'idempotency-key': newUuid() }, body }),
  simulate: (body: CopyBody) => api(simulateCopy, { body }),
  change: (id: string, patch: CopyPatch) => api(changeCopy, { params: { id }, body: patch }),
  stop: (id: string, parts: 'close' | 'keep') => api(stopCopy, { params: { id }, query: { parts } }),
  lead: (form: LeaderForm) => api(saveOwnLeader, { body: form }),
  stopLeading: () => api(closeOwnLeader, {}),
  log: (
    { cursor, outcome, symbol }: { cursor: string | undefined; outcome: CopyLogEntry['outcome'] | ''; symbol: string },
    signal: AbortSignal,
  ) => {
    const query = { ...(cursor !== undefined && { cursor }), ...(outcome !== '' && { outcome }), ...(symbol !== '' && { symbol }) }
    return api(listCopyLog, { query, signal, fresh: true })
  },
} as const

const LEADER_KEY = ['copies', 'leader'] as const
/** Key prefix of the log under every filter. */
export const LOG_KEY = ['copies', 'log'] as const

/** Removes duplicates by id: a row that moves between two page fetches is on both. */
const once = <Row extends { readonly id: string }>(pages: ReadonlyArray<{ readonly data: readonly Row[] }>): Row[] => [
  ...new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values(),
]

export const leadersQuery = infiniteQueryOptions({
  queryKey: ['copies', 'leaders'] as const,
  queryFn: ({ pageParam: cursor, signal }) => api(listLeaders, { query: { cursor }, signal, fresh: true }),
  ...BY_CURSOR,
  select: ({ pages }) => once(pages),
})
export const leaderQuery = (id: string) =>
  queryOptions({
    queryKey: [...LEADER_KEY, id] as const,
    queryFn: ({ signal }) => api(getLeader, { params: { id }, signal, fresh: true }),
  })
/** Refetched while mounted: results move with the market. */
export const copiesQuery = infiniteQueryOptions({
  queryKey: ['copies', 'mine'] as const,
  queryFn: ({ pageParam: cursor, signal }) => api(listCopies, { query: { cursor }, signal, fresh: true }),
  ...BY_CURSOR,
  select: ({ pages }) => ({ copies: once(pages), going: pages[0]?.going ?? 0, limit: pages[0]?.limit ?? 0 }),
  refetchInterval: 5_000,
})
export const ownLeaderQuery = queryOptions({
  queryKey: ['copies', 'own'] as const,
  queryFn: ({ signal }) => api(getOwnLeader, { signal, fresh: true }),
})

export const refetchCopies = (): void => void queryClient.invalidateQueries({ queryKey: ['copies'] }).catch(failed)

const failed = (error: unknown): void => console.warn('Copies could not be read again.', error)

/** Queries to refetch by event: an entry does not change a leader, and the end of a copy adds no entry. */
const CHANGED_BY: Readonly<Record<CopyNotice['event'], readonly QueryKey[]>> = {
  entry: [copiesQuery.queryKey, LOG_KEY],
  changed: [copiesQuery.queryKey, leadersQuery.queryKey, LEADER_KEY],
}

/** Coalesces refetches: notices that arrive during a fetch cause a single further one. */
function newsReader(): (event: CopyNotice['event']) => void {
  const receivedEvents = new Set<CopyNotice['event']>()
  const read = coalesce(async () => {
    const keys = new Set([...receivedEvents].flatMap((event) => CHANGED_BY[event]))
    receivedEvents.clear()
    await Promise.all([...keys].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  })
  return (event) => {
    receivedEvents.add(event)
    read().catch(failed)
  }
}

/** @returns unsubscribe function */
export function followCopyNews(): () => void {
  openMessages()
  const handleEvent = newsReader()
  const stops = [
    onNoticesResumed(refetchCopies),
    onNotice((notice) => {
      if (notice.kind !== 'copy') return
      const { data } = z.safeParse(copyNotice, notice.data)
      // An unreadable notice may concern anything: refetch all.
      if (data === undefined) return refetchCopies()
      if (data.event === 'changed' && data.detail !== null) notify('info', `Copy of ${data.leader_name}: ${data.detail}`)
      handleEvent(data.event)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
