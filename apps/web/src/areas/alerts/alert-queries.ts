import { serialQueue } from '@aerie/runtime/serial-queue'
import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../platform/api/api-error.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { useSession } from '../../platform/session/session.ts'
import { alertCalls } from './alert-calls.ts'

export const alertsQuery = queryOptions({
  queryKey: ['alerts', 'list'] as const,
  queryFn: ({ signal }) => alertCalls.all({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const alertSummaryQuery = queryOptions({
  queryKey: ['alerts', 'summary'] as const,
  queryFn: ({ signal }) => alertCalls.summary({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

let waiting = 0
const turns = serialQueue()
const MOST_WAITING = 100
/** Whether the list must be refetched once the queue is empty. Until then it shows the optimistic state. */
let isListOld = false

/** Sends changes one at a time, so that they cannot overtake each other. @throws ApiError; also if the queue is full or the user changed */
export async function inTurn<T>(work: () => Promise<T>, take: (answer: T) => unknown): Promise<T> {
  if (waiting >= MOST_WAITING) throw notSent('Too many changes are waiting for the server. Try again in a moment.')
  const user = useSession.getState().user?.user_id
  waiting += 1
  try {
    return await turns.run(async () => {
      if (useSession.getState().user?.user_id !== user) throw notSent('You are no longer logged in as the one who asked for this.')
      const answer = await work()
      await take(answer)
      return answer
    })
  } finally {
    waiting -= 1
    if (waiting === 0 && isListOld) readListAgain()
  }
}

const notSent = (detail: string) => new ApiError({ status: 0, code: 'conflict', detail })

function readListAgain(): void {
  isListOld = waiting > 0
  if (!isListOld) invalidate(['alerts', 'list'])
}

/** Optimistic update. Cancels a fetch in progress, which would be older. @returns rollback function */
export function patchAlerts(change: (alerts: readonly AlertRow[]) => readonly AlertRow[]): () => void {
  const before = queryClient.getQueryData(alertsQuery.queryKey)
  if (before === undefined) return () => undefined
  const isReading = queryClient.isFetching({ queryKey: alertsQuery.queryKey }) > 0
  if (isReading) void queryClient.cancelQueries({ queryKey: alertsQuery.queryKey })
  queryClient.setQueryData(alertsQuery.queryKey, change(before))
  if (isReading) readListAgain()
  return () => {
    // Keep the optimistic state of other queued changes.
    if (waiting === 0) queryClient.setQueryData(alertsQuery.queryKey, before)
    readListAgain()
  }
}

/** For use inside `inTurn`: puts the server's alert into the list. Skipped if a later change is queued; its response is newer. */
export function takeAlert(alert: AlertRow): void {
  if (waiting > 1) readListAgain()
  else
    patchAlerts((alerts) =>
      alerts.some(({ id }) => id === alert.id) ? alerts.map((each) => (each.id === alert.id ? alert : each)) : [alert, ...alerts],
    )
}

type Part = readonly [area: 'alerts' | 'deliveries', part?: string]

export function refetch(...keys: readonly Part[]): void {
  for (const key of keys) {
    if (key[1] === 'list') readListAgain()
    else invalidate(key)
  }
}

function invalidate(queryKey: Part): void {
  queryClient
    .invalidateQueries({ queryKey })
    .catch((error: unknown) => console.warn(`${queryKey.join(' ')} could not be read again.`, error))
}
