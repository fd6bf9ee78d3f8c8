import { MINUTE_MS } from '@aerie/core/time'
import { getAsset } from '@aerie/wire/market/market'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { queryClient } from '../../api/query-client.ts'
import { applyDetails } from './quotes.ts'

const detailsQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['market', 'asset', symbol] as const,
    queryFn: async ({ signal }) => {
      const details = await api(getAsset, { params: { symbol }, signal })
      applyDetails(details)
      return details
    },
    refetchInterval: MINUTE_MS,
  })

export const useAssetDetails = (symbol: string) => useQuery(detailsQuery(symbol), queryClient)
