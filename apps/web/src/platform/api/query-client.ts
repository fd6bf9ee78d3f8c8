import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { backoffMs } from '@aerie/runtime/backoff'
import { onlineManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { userLeft } from './query-client-users.ts'
import { isAwayStatus, isServerReady, onServerChange, useServerState } from './server-state.ts'

const RETRIES = 3
const DELAY = { baseMs: SECOND_MS, capMs: 30 * SECOND_MS }
/** Retries last this long before a failure is shown: three back-off waits. */
const SHOWN_AFTER_MS = 7 * SECOND_MS
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The library types queries differently in callbacks and in lists. */
type AnyQuery = Pick<Query<unknown, unknown>, 'queryHash' | 'state' | 'setState'>

const timers = new WeakMap<AnyQuery, ReturnType<typeof setTimeout>>()
/** Failures shown by queries without data until they succeed, also during retries. */
const shown = new WeakMap<AnyQuery, Error>()
/** Queries that failed because the server is away or starting: they show no failure and are refetched once it is ready. */
const waiting = new WeakSet<AnyQuery>()

const cache = new QueryCache({
  onSuccess: (_data, query) => forget(query),
  onError: (error, query) => {
    if (!isServerReady() && isAway(error)) hideFailure(query)
    else shown.set(query, error)
    if (error instanceof ApiError && mayHelp(error)) retryLater(error, query)
  },
})

/**
 * Retries three times, then at `Retry-After` or the longest back-off, and when server, network or focus return. Sends nothing while away.
 */
export const queryClient = new QueryClient({
  queryCache: cache,
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < RETRIES && mayHelp(error) && (failures + 1) * (askedWaitMs(error) ?? 0) <= SHOWN_AFTER_MS,
      retryDelay: (failures, error) => askedWaitMs(error) ?? backoffMs(failures + 1, DELAY),
      gcTime: 5 * MINUTE_MS,
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : true),
      refetchOnWindowFocus: ({ state }) => (state.status === 'error' ? 'always' : true),
    },
    // Never queued offline: an action must not run minutes later, when the network is back.
    mutations: { networkMode: 'always' },
  },
})

/** A retry cannot help if the server understood and refused. */
export const mayHelp = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 429

const isAway = (error: unknown): boolean => error instanceof ApiError && isAwayStatus(error.status)

/** The requested wait; at least a second, so that a server cannot cause a request loop. */
const askedWaitMs = (error: unknown): number | undefined =>
  error instanceof ApiError && error.retryAfterSeconds !== undefined ? Math.max(SECOND_MS, error.retryAfterSeconds * SECOND_MS) : undefined

function retryLater(error: ApiError, query: AnyQuery): void {
  const wait = Math.min(askedWaitMs(error) ?? DELAY.capMs, LONGEST_TIMER_MS)
  error.retryAt = performance.now() + wait
  clearTimeout(timers.get(query))
  timers.set(
    query,
    setTimeout(() => !document.hidden && (shown.has(query) || waiting.has(query)) && readAgain(query), wait),
  )
}

const readAgain = (query: AnyQuery): void =>
  void queryClient.refetchQueries({ type: 'active', predicate: ({ queryHash }) => queryHash === query.queryHash }, { cancelRefetch: false })

function hideFailure(query: AnyQuery): void {
  shown.delete(query)
  waiting.add(query)
  query.setState(
    query.state.data === undefined ? { error: null, status: 'pending' } : { error: null, status: 'success', isInvalidated: true },
  )
}

function forget(query: AnyQuery): void {
  shown.delete(query)
  waiting.delete(query)
  clearTimeout(timers.get(query))
}

cache.subscribe((event) => {
  if (event.type === 'removed') return forget(event.query)
  if (event.type !== 'updated' || event.action.type !== 'fetch') return
  const error = shown.get(event.query)
  // TanStack Query clears the error of a query without data on a retry: the panel would flicker between failure and skeleton.
  if (error !== undefined && event.query.state.data === undefined) event.query.setState({ error, status: 'error' })
})

// Derived from requests, not from browser events: a local server works without a network.
onlineManager.setEventListener((setOnline) => useServerState.subscribe(({ kind }) => setOnline(kind !== 'away')))
queryClient.mount()

onServerChange((isReady) => {
  for (const query of cache.getAll()) {
    if (isReady && waiting.has(query)) readAgain(query)
    if (!isReady && query.state.status === 'error' && isAway(query.state.error)) hideFailure(query)
  }
})

// Discards all data and pending requests of the user.
userLeft.subscribe(() => {
  queryClient.getMutationCache().clear()
  queryClient.removeQueries({ type: 'inactive' })
  for (const query of cache.getAll()) {
    forget(query)
    query.reset()
  }
  // After the previous user's page is gone: refetches what is visible for the current user.
  setTimeout(() => void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.data === undefined }))
})
