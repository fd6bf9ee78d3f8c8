import { type RefObject, Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { listenForProvenance, type ProvenanceTarget } from './provenance-target.ts'

const ProvenanceCard = lazyPart(() => import('./provenance-card.tsx'), 'ProvenanceCard')

type ProvenanceHostProps = { readonly area: RefObject<HTMLElement | null> }

/** One card for all figures in `area`: which one is meant comes from hover, focus or a long press. */
export function ProvenanceHost({ area }: ProvenanceHostProps) {
  const [target, setTarget] = useState<ProvenanceTarget | null>(null)
  useEffect(() => (area.current === null ? undefined : listenForProvenance(area.current, setTarget)), [area])
  if (target === null) return null
  return (
    <Suspense fallback={null}>
      <ProvenanceCard target={target} onClose={() => setTarget(null)} />
    </Suspense>
  )
}
