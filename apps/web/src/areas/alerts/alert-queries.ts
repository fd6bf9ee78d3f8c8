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

const MOST_WAITING = 100

/** Changes on their way to the server. Until the last has its response, the list shows the optimistic state. */
class ChangeQueue {
  readonly #turns = serialQueue()
  #size = 0
  #isListOld = false

  get size(): number {
    return this.#size
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#size += 1
    try {
      return await this.#turns.run(work)
    } finally {
      this.#size -= 1
      if (this.#size === 0 && this.#isListOld) this.readListAgain()
    }
  }

  /** Refetches the list, once the queue is empty. */
  readListAgain(): void {
    this.#isListOld = this.#size > 0
    if (!this.#isListOld) invalidate(['alerts', 'list'])
  }
}

const changes = new ChangeQueue()

/** Sends changes one at a time, so that they cannot overtake each other. @throws ApiError; also if the queue is full or the user changed */
export async function inTurn<T>(work: () => Promise<T>, take: (answer: T) => unknown): Promise<T> {
  if (changes.size >= MOST_WAITING) throw notSent('Too many changes are waiting for the server. Try again in a moment.')
  const user = useSession.getState().user?.user_id
  return changes.run(async () => {
    if (useSession.getState().user?.user_id !== user) throw notSent('You are no longer logged in as the one who asked for this.')
    const answer = await work()
    await take(answer)
    return answer
  })
}

const notSent = (detail: string) => new ApiError({ status: 0, code: 'conflict', detail })

/** Optimistic update. Cancels a fetch in progress, which would be older. @returns rollback function */
export function patchAlerts(change: (alerts: readonly AlertRow[]) => readonly AlertRow[]): () => void {
  const before = queryClient.getQueryData(alertsQuery.queryKey)
  if (before === undefined) return () => undefined
  const isReading = queryClient.isFetching({ queryKey: alertsQuery.queryKey }) > 0
  if (isReading) void queryClient.cancelQueries({ queryKey: alertsQuery.queryKey })
  queryClient.setQueryData(alertsQuery.queryKey, change(before))
  if (isReading) changes.readListAgain()
  return () => {
    // Keep the optimistic state of other queued changes.
    if (changes.size === 0) queryClient.setQueryData(alertsQuery.queryKey, before)
    changes.readListAgain()
  }
}

/** For use inside `inTurn`: puts the server's alert into the list. Skipped if a later change is queued; its response is newer. */
export function takeAlert(alert: AlertRow): void {
  if (changes.size > 1) changes.readListAgain()
  else
    patchAlerts((alerts) =>
      alerts.some(({ id }) => id === alert.id) ? alerts.map((each) => (each.id === alert.id ? alert : each)) : [alert, ...alerts],
    )
}

type Part = readonly [area: 'alerts' | 'deliveries', part?: string]

export function refetch(...keys: readonly Part[]): void {
  for (const key of keys) {
    if (key[1] === 'list') changes.readListAgain()
    else invalidate(key)
  }
}

function invalidate(queryKey: Part): void {
  queryClient
    .invalidateQueries({ queryKey })
    .catch((error: unknown) => console.warn(`${queryKey.join(' ')} could not be read again.`, error))
}
