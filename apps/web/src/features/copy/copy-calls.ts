import {
  type CopyBody,
  type CopyLogEntry,
  type CopyPatch,
  copyList,
  copyLogPage,
  copyNotice,
  copyRow,
  copySimulation,
  type LeaderForm,
  leaderPage,
  leaderRow,
  ownLeader,
} from '@aerie/wire/copies'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../../lib/http/api.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { newUuid } from '../../lib/new-uuid.ts'
import { openMessages } from '../../live/messages/messages-client.ts'
import { onNotice, onNoticesResumed } from '../../live/notices.ts'
import { notify } from '../../ui/states/toast.ts'
import { COPY_WORDS } from './copy-words.ts'

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

/** Leaders in the server's order. */
export const leadersQuery = queryOptions({
  queryKey: ['copies', 'leaders'] as const,
  queryFn: ({ signal }) => api.get('/copies/leaders', z.array(leaderRow), { signal, fresh: true }),
})
/** One leader with curves. */
export const leaderQuery = (id: string) =>
  queryOptions({
    queryKey: ['copies', 'leader', id] as const,
    queryFn: ({ signal }) => api.get(`/copies/leaders/${encodeURIComponent(id)}`, leaderPage, { signal, fresh: true }),
  })
/** The user's copies; results move with the market, so they are read again while they are on show. */
export const copiesQuery = queryOptions({
  queryKey: ['copies', 'mine'] as const,
  queryFn: ({ signal }) => api.get('/copies', copyList, { signal, fresh: true }),
  refetchInterval: 5_000,
})
/** The user as a leader. */
export const ownLeaderQuery = queryOptions({
  queryKey: ['copies', 'own'] as const,
  queryFn: ({ signal }) => api.get('/copies/leader', ownLeader, { signal, fresh: true }),
})

/** Has everything about copies read again. */
export function refetchCopies(): void {
  queryClient.invalidateQueries({ queryKey: ['copies'] }).catch((error: unknown) => console.warn('Copies could not be read again.', error))
}

/** Follows what the server tells of copies while the screen is open. @returns how to stop */
export function followCopyNews(): () => void {
  openMessages()
  const stops = [
    onNoticesResumed(refetchCopies),
    onNotice((notice) => {
      if (notice.kind !== 'copy') return
      const { data } = z.safeParse(copyNotice, notice.data)
      if (data?.event === 'changed' && data.detail !== null) notify('info', COPY_WORDS.news.changed(data.leader_name, data.detail))
      refetchCopies()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
