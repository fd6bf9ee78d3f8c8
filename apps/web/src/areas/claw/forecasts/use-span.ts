import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { SPANS, type Span } from '../../market/index.ts'

const DEFAULT: Span = '24h'

/** Stored in the address (`?span=1h`), except for the default. */
export function useSpan(): readonly [span: Span, setSpan: (span: Span) => void] {
  const [params, setParams] = useSearchParams()
  const setSpan = useCallback(
    (span: Span) =>
      setParams(
        (now) => {
          if (span === DEFAULT) now.delete('span')
          else now.set('span', span)
          return now
        },
        { replace: true },
      ),
    [setParams],
  )
  return [SPANS.find((span) => span === params.get('span')) ?? DEFAULT, setSpan]
}
