import { serialQueue } from '@aerie/runtime/serial-queue'
import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../lib/http/api-error.ts'
import { queryClient } from '../lib/http/query-client.ts'
import { useSession } from '../session/session.ts'
import { alertCalls } from './alert-calls.ts'

/** All alerts of the user, newest first. Read again when a notice says so. */
export const alertsQuery = queryOptions({
  queryKey: ['alerts', 'list'] as const,
  queryFn: ({ signal }) => alertCalls.all({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** How many there are, may be, and are unread. */
export const alertSummaryQuery = queryOptions({
  queryKey: ['alerts', 'summary'] as const,
  queryFn: ({ signal }) => alertCalls.summary({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Changes that wait for their turn or for their answer. */
let waiting = 0
const turns = serialQueue()
const MOST_WAITING = 100
/** Whether the list has to be read again once nothing waits: what it shows till then is what was asked for. */
let isListOld = false

/**
 * Sends a change of alerts once those before it have their answers: side by side they could overtake each other, and the
 * last press would not be the one that holds.
 *
 * @param take what is done with the answer before the next change is sent
 * @throws ApiError as the call does; and where too many wait, or somebody else is logged in by then
 */
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

/** Reads the list again; after the changes that wait, if some do. */
function readListAgain(): void {
  isListOld = waiting > 0
  if (!isListOld) invalidate(['alerts', 'list'])
}

/**
 * Changes the list at once, as the server will tell it in a moment. A reading that is on its way is older, and not taken.
 *
 * @returns how to put it back as it was
 */
export function patchAlerts(change: (alerts: readonly AlertRow[]) => readonly AlertRow[]): () => void {
  const before = queryClient.getQueryData(alertsQuery.queryKey)
  if (before === undefined) return () => undefined
  const isReading = queryClient.isFetching({ queryKey: alertsQuery.queryKey }) > 0
  if (isReading) void queryClient.cancelQueries({ queryKey: alertsQuery.queryKey })
  queryClient.setQueryData(alertsQuery.queryKey, change(before))
  if (isReading) readListAgain()
  return () => {
    // What others that wait have asked for stays on show.
    if (waiting === 0) queryClient.setQueryData(alertsQuery.queryKey, before)
    readListAgain()
  }
}

/** In a turn: puts an alert as the server answered it into the list, in its place or first; not where a later change waits, whose answer is newer. */
export function takeAlert(alert: AlertRow): void {
  if (waiting > 1) readListAgain()
  else
    patchAlerts((alerts) =>
      alerts.some(({ id }) => id === alert.id) ? alerts.map((each) => (each.id === alert.id ? alert : each)) : [alert, ...alerts],
    )
}

type Part = readonly [area: 'alerts' | 'deliveries', part?: string]

/** Has everything under these names read again: what is on show at once. */
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
