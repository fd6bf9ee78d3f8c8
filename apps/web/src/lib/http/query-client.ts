import { MINUTE_MS } from '@aerie/core/time'
import { backoffMs } from '@aerie/runtime/backoff'
import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const RETRIES = 3
const DELAY = { baseMs: 1000, capMs: 30_000 }

/** The cache of server state, with the numbers of SPEC.md section 9. Loaded with the first screen that asks. */
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
