import type { AlertPreview } from '@aerie/wire/alerts/alert-rows'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { alertCalls } from '../../../alerts/alert-calls.ts'
import type { AlertRequest } from '../../../alerts/alert-draft.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import type { ViewedQuery } from '../../../ui/states/query-view.tsx'

/** A preview is asked for once nothing was typed for so long. */
const REST_MS = 400
/** Kinds that candles decide. */
const PREVIEWED: ReadonlySet<string> = new Set(['price', 'change', 'volume'])

/** What an alert would have done: asked, known, failed, or not known for its kind. */
export type PreviewState =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'known'; readonly preview: AlertPreview; readonly isOld: boolean }
  | { readonly kind: 'failed'; readonly query: ViewedQuery<AlertPreview> }

/** Asks what `body` would have done in the past; null asks nothing. */
export function useAlertPreview(body: AlertRequest | null): PreviewState {
  const key = useRested(body === null || !PREVIEWED.has(body.kind) ? null : JSON.stringify(asked(body)))
  const query = useQuery(
    {
      queryKey: ['alerts', 'preview', key],
      queryFn: ({ signal }) => alertCalls.preview(requestOf(key), { signal }),
      enabled: key !== null,
      placeholderData: keepPreviousData,
      staleTime: 30_000,
      retry: false,
    },
    queryClient,
  )
  if (key === null || body === null) return { kind: 'none' }
  const { data, error, isPlaceholderData } = query
  if (error !== null) return { kind: 'failed', query }
  return data === undefined ? { kind: 'asking' } : { kind: 'known', preview: data, isOld: isPlaceholderData }
}

/** Note, expiry and channels change nothing about the past. */
function asked({ note: _note, expires_at: _expires, ...body }: AlertRequest): AlertRequest {
  return { ...body, channels: ['app'] }
}

/** A value once it has rested. */
function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

/** The request that a key was written of. */
const requestOf = (key: string | null): AlertRequest => JSON.parse(key ?? '{}')
