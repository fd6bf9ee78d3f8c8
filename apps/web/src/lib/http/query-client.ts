import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { backoffMs } from '@aerie/runtime/backoff'
import { onlineManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { userLeft } from './query-client-users.ts'
import { isAwayStatus, isServerReady, onServerChange, useServerState } from './server-state.ts'

const RETRIES = 3
const DELAY = { baseMs: SECOND_MS, capMs: 30 * SECOND_MS }
/** A query is repeated this long before its failure is shown: as long as three waits of the back-off. */
const SHOWN_AFTER_MS = 7 * SECOND_MS
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The library types the queries of its callbacks and of its lists differently. */
type AnyQuery = Pick<Query<unknown, unknown>, 'queryHash' | 'state' | 'setState'>

const timers = new WeakMap<AnyQuery, ReturnType<typeof setTimeout>>()
/** The failure that a query without data shows until it has an answer, also while it is repeated. */
const shown = new WeakMap<AnyQuery, Error>()
/** Queries that failed because the server is away or starting. They show no failure, and are read again once it is ready. */
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
 * The cache of server state. A failed query is repeated three times, and after that once more whenever its time comes (`Retry-After`, or
 * the longest back-off), the server is ready again, the network is back or the page is looked at. While the server gives no answer,
 * nothing is sent.
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
    // Sent at once or not at all: what somebody pressed must not happen minutes later, when the network is back.
    mutations: { networkMode: 'always' },
  },
})

/** Repeating cannot help where the server has understood and refused. */
export const mayHelp = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 429

const isAway = (error: unknown): boolean => error instanceof ApiError && isAwayStatus(error.status)

/** The wait that the server asked for. At least a second: a server that asks for none must not be asked in a loop. */
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
  // TanStack Query clears the error of a query without data when it is repeated: the panel would flicker between failure and skeleton.
  if (error !== undefined && event.query.state.data === undefined) event.query.setState({ error, status: 'error' })
})

// By what requests show, not by the browser's own events: a server on this machine is there without a network.
onlineManager.setEventListener((setOnline) => useServerState.subscribe(({ kind }) => setOnline(kind !== 'away')))
queryClient.mount()

onServerChange((isReady) => {
  for (const query of cache.getAll()) {
    if (isReady && waiting.has(query)) readAgain(query)
    if (!isReady && query.state.status === 'error' && isAway(query.state.error)) hideFailure(query)
  }
})

// Nothing of a user outlives them here, and no answer that is on its way to them is taken.
userLeft.subscribe(() => {
  queryClient.getMutationCache().clear()
  queryClient.removeQueries({ type: 'inactive' })
  for (const query of cache.getAll()) {
    forget(query)
    query.reset()
  }
  // Once the page of the former user is gone: what is on show then is asked for whoever is here.
  setTimeout(() => void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.data === undefined }))
})
