import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { type Screen, screen } from '@aerie/wire/market/analytics'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { api } from '../../../../lib/http/api.ts'
import { queryClient } from '../../../../lib/http/query-client.ts'
import { type BoardState, onBoard } from '../../../../live/market/board.ts'
import type { Candidate } from './screen-fields.ts'

/** Rows change places this often at most, and not at all under the pointer. */
const ORDER_EVERY_MS = 2 * SECOND_MS

const screenQuery = queryOptions({
  queryKey: ['analytics', 'screen'] as const,
  queryFn: ({ signal }): Promise<Screen> => api.get('/analytics/screen', screen, { signal }),
  staleTime: MINUTE_MS,
  refetchInterval: MINUTE_MS,
})

/** Every coin with its statistics, as of a moment ago; the figures themselves are painted past React. @param isHeld rows are to stay where they are */
export function useCandidates(isHeld: () => boolean) {
  const [board, setBoard] = useState<BoardState>({ kind: 'loading' })
  useEffect(() => {
    let takenAt = Number.NEGATIVE_INFINITY
    let kind: BoardState['kind'] | null = null
    return onBoard((now) => {
      const isDue = performance.now() - takenAt >= ORDER_EVERY_MS && !isHeld()
      if (now.kind === kind && !isDue) return
      takenAt = performance.now()
      kind = now.kind
      setBoard(now)
    })
  }, [isHeld])
  const stats = useQuery(screenQuery, queryClient)
  const rows = stats.data?.rows
  const candidates = useMemo((): readonly Candidate[] => {
    if (board.kind !== 'ready') return []
    const bySymbol = new Map(rows?.map((row) => [row.symbol, row]))
    const places = new Map(board.coins.toSorted((a, b) => a.name.localeCompare(b.name)).map(({ symbol }, place) => [symbol, place]))
    return board.coins.map((coin) => ({ coin, stats: bySymbol.get(coin.symbol), place: places.get(coin.symbol) ?? 0 }))
  }, [board, rows])
  return { board, candidates, stats }
}
