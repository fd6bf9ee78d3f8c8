import { every } from '@aerie/runtime/ticker'
import { type AssetDetails, assetDetails } from '@aerie/wire/market/market'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../../lib/http/api.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { putDetails } from './quotes.ts'

/** Details that move on their own (supplies, reported caps) are read again this often. */
const REFRESH_MS = 60_000

export type DetailsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly details: AssetDetails }
  | { readonly kind: 'failed'; readonly error: ApiError }

/** Details of `symbol`, kept fresh; what was read before stays while a later reading fails. */
export function useAssetDetails(symbol: string): { readonly state: DetailsState; readonly retry: () => void } {
  const [state, setState] = useState<DetailsState>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another reading of the same
  useEffect(() => {
    const gone = new AbortController()
    const read = () => readDetails(symbol, gone.signal, setState)
    read()
    const stop = every(REFRESH_MS, () => document.hidden || read())
    return () => {
      stop()
      gone.abort()
    }
  }, [symbol, attempt])
  const retry = useCallback(() => {
    setState({ kind: 'loading' })
    setAttempt((count) => count + 1)
  }, [])
  return { state, retry }
}

type SetState = (next: (now: DetailsState) => DetailsState) => void

function readDetails(symbol: string, signal: AbortSignal, setState: SetState): void {
  api.get(`/assets/${encodeURIComponent(symbol)}`, assetDetails, { signal }).then(
    (details) => {
      if (signal.aborted) return
      putDetails(details)
      setState(() => ({ kind: 'loaded', details }))
    },
    (error: unknown) => {
      if (signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      setState((now) => (now.kind === 'loaded' ? now : { kind: 'failed', error }))
    },
  )
}
