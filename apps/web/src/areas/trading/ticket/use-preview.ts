import type { OrderPreview } from '@aerie/wire/trading/trading-orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { tradingCalls } from '../account/trading-calls.ts'
import type { TicketOrder } from './read-ticket.ts'

/** Refetch interval of a visible preview: the book moves. */
const EVERY_MS = 3_000
/** Throttle while typing, and while the book changes a derived size. */
const AT_MOST_EVERY_MS = 400
/** Placeholder client id: a preview books nothing. */
const NAME = 'preview'

export type PreviewState = {
  readonly preview: OrderPreview | null
  readonly isOld: boolean
  /** Whether there is an order to preview. */
  readonly isAsked: boolean
  /** Whether it answers the order as it is now; a derived size may have moved with the book. */
  readonly isCurrent: boolean
  readonly error: unknown
}

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
    isAsked: order !== null,
    isOld: isPlaceholderData && order !== null,
    isCurrent: data !== undefined && !isPlaceholderData && order !== null && key !== null && isSameOrder(orderOf(key), asked),
    error: order === null ? null : error,
  }
}

/** Throttles, not debounces: a constantly changing value must still get through. */
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

/** Relative tolerance of a size derived from the book. */
const SIZE_TOLERANCE = 0.1

function isSameOrder(one: TicketOrder, other: Partial<TicketOrder>) {
  const [old, size] = [Number(one.size ?? 0), Number(other.size ?? 0)]
  const restOf = (order: Partial<TicketOrder>) => JSON.stringify({ ...order, size: undefined, expires_at: undefined })
  return restOf(one) === restOf(other) && Math.abs(old - size) <= SIZE_TOLERANCE * size
}

const orderOf = (key: string | null): TicketOrder => JSON.parse(key ?? '{}')
