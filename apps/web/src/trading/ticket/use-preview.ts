import type { OrderPreview } from '@aerie/wire/trading/trading-orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../../lib/http/query-client.ts'
import { tradingCalls } from '../account/trading-calls.ts'
import type { TicketOrder } from './read-ticket.ts'

/** The book moves on: what an order would do is asked for again this often, while somebody looks. */
const EVERY_MS = 3_000
/** While somebody types, and while the book moves a size that is worked out from it. */
const AT_MOST_EVERY_MS = 400
/** A preview books nothing: its name is nobody's. */
const NAME = 'preview'

/** What the server says that an order would do. */
export type PreviewState = {
  readonly preview: OrderPreview | null
  /** What is shown belongs to what was written before. */
  readonly isOld: boolean
  readonly error: unknown
}

/** Asks what `order` would do; null asks nothing. */
export function usePreview(order: TicketOrder | null): PreviewState {
  const { decision_mid: _, ...asked } = order ?? { decision_mid: undefined }
  const key = useThrottled(order === null ? null : JSON.stringify(asked), AT_MOST_EVERY_MS)
  const { data, error, isPlaceholderData } = useQuery(
    {
      queryKey: ['trading', 'preview', key],
      queryFn: ({ signal }) => tradingCalls.preview({ ...orderOf(key), client_id: NAME }, { signal }),
      enabled: key !== null,
      placeholderData: keepPreviousData,
      refetchInterval: EVERY_MS,
      staleTime: 0,
      gcTime: EVERY_MS,
      retry: false,
    },
    queryClient,
  )
  return {
    preview: order === null ? null : (data ?? null),
    isOld: isPlaceholderData && order !== null,
    error: order === null ? null : error,
  }
}

/** The newest value, at most so often: what changes all the time is not kept waiting for ever. */
function useThrottled<T>(value: T, everyMs: number): T {
  const [shown, setShown] = useState(value)
  const newest = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    newest.current = value
    if (Object.is(value, shown) || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      setShown(newest.current)
    }, everyMs)
  }, [value, shown, everyMs])
  useEffect(() => () => clearTimeout(timer.current), [])
  return shown
}

/** The order that a key was written of. */
const orderOf = (key: string | null): TicketOrder => JSON.parse(key ?? '{}')
