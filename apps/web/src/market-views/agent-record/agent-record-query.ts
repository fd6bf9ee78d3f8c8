import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { agentPredictionPage } from '@aerie/wire/agent/agent'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/http/api.ts'

/** Predictions that the agent named to this user, newest first, and how they did. Pages count from 1. */
export const agentRecordQuery = (symbol: string | null, page: number) =>
  queryOptions({
    queryKey: ['agent-predictions', symbol, page] as const,
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ page: String(page) })
      if (symbol !== null) query.set('symbol', symbol)
      return api.get(`/agent/predictions?${query}`, agentPredictionPage, { signal })
    },
    staleTime: 10 * SECOND_MS,
    refetchInterval: MINUTE_MS,
    placeholderData: keepPreviousData,
  })
