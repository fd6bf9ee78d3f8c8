import { MINUTE_MS } from '@aerie/core/time'
import { backoffMs } from '@aerie/runtime/backoff'
import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { userLeft } from './query-client-users.ts'

const RETRIES = 3
const DELAY = { baseMs: 1000, capMs: 30_000 }

/** The cache of server state, with the retries of docs/product.md. Loaded with the first screen that asks. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < RETRIES && mayHelp(error),
      retryDelay: (failures) => backoffMs(failures + 1, DELAY),
      gcTime: 5 * MINUTE_MS,
    },
  },
})

/** Asking again cannot help where the server has understood and refused. */
export const mayHelp = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 429

// Nothing of a user outlives them here, and no answer that is on its way to them is taken.
userLeft.subscribe(() => {
  queryClient.getMutationCache().clear()
  queryClient.removeQueries({ type: 'inactive' })
  for (const query of queryClient.getQueryCache().getAll()) query.reset()
  // Once the page of the former user is gone: what is on show then is asked for whoever is here.
  setTimeout(() => void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.data === undefined }))
})
