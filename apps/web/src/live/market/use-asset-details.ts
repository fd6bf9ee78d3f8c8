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
  const [known, setKnown] = useState<Known>({ symbol, state: LOADING })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another reading of the same
  useEffect(() => {
    const gone = new AbortController()
    const read = () => readDetails(symbol, gone.signal, setKnown)
    read()
    const stop = every(REFRESH_MS, () => document.hidden || read())
    return () => {
      stop()
      gone.abort()
    }
  }, [symbol, attempt])
  const retry = useCallback(() => {
    setKnown({ symbol, state: LOADING })
    setAttempt((count) => count + 1)
  }, [symbol])
  // What is known of another coin says nothing of this one.
  return { state: known.symbol === symbol ? known.state : LOADING, retry }
}

type Known = { readonly symbol: string; readonly state: DetailsState }
const LOADING: DetailsState = { kind: 'loading' }

function readDetails(symbol: string, signal: AbortSignal, setKnown: (next: (now: Known) => Known) => void): void {
  api.get(`/assets/${encodeURIComponent(symbol)}`, assetDetails, { signal }).then(
    (details) => {
      if (signal.aborted) return
      putDetails(details)
      setKnown(() => ({ symbol, state: { kind: 'loaded', details } }))
    },
    (error: unknown) => {
      if (signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      setKnown((now) => (now.symbol === symbol && now.state.kind === 'loaded' ? now : { symbol, state: { kind: 'failed', error } }))
    },
  )
}
