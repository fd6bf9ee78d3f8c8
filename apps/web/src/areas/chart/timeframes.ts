import { baseOf, INTERVALS, type Interval } from '@aerie/core/market/candle'
import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient } from '../../platform/api/query-client.ts'
import { readCandles } from '../market/index.ts'

/** Poll interval while candles are missing: a new server is still loading the history. */
const AGAIN_MS = 10 * SECOND_MS

/** Which stored intervals have candles; all other timeframes are derived from these. */
export type KnownBases = Readonly<Record<ReturnType<typeof baseOf>, boolean>>

const basesQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['timeframes', symbol] as const,
    queryFn: async ({ signal }): Promise<KnownBases> => {
      const has = async (interval: Interval) => (await readCandles(symbol, { interval, limit: 1 }, signal)).length > 0
      const [minutes, hours] = await Promise.all([has('1m'), has('1h')])
      return { '1m': minutes, '1h': hours }
    },
    staleTime: MINUTE_MS,
    refetchInterval: ({ state: { data } }) => (data === undefined || (data['1m'] && data['1h']) ? false : AGAIN_MS),
  })

export function useMissingTimeframes(symbol: string): ReadonlyMap<Interval, string> {
  const { data } = useQuery(basesQuery(symbol), queryClient)
  return data === undefined ? NONE : missingTimeframes(symbol, data)
}

const NONE: ReadonlyMap<Interval, string> = new Map()
const BASE_LABELS = { '1m': 'minute', '1h': 'hourly' } as const

export const missingTimeframes = (symbol: string, known: KnownBases): ReadonlyMap<Interval, string> =>
  new Map(
    INTERVALS.filter((interval) => !known[baseOf(interval)]).map((interval) => [
      interval,
      `The source has no ${BASE_LABELS[baseOf(interval)]} candles of ${symbol}`,
    ]),
  )
