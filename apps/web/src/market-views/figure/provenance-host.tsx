import { type RefObject, Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { whenSettled } from '../../live/socket/when-settled.ts'
import type { ProvenanceTarget } from './provenance-target.ts'

const ProvenanceCard = lazyPart(async () => (await import('./provenance-card.tsx')).ProvenanceCard)

type ProvenanceHostProps = { readonly area: RefObject<HTMLElement | null> }

/** One card for all figures in `area`: which one is meant comes from hover, focus or a long press. */
export function ProvenanceHost({ area }: ProvenanceHostProps) {
  const [target, setTarget] = useState<ProvenanceTarget | null>(null)
  useEffect(() => (area.current === null ? undefined : listenSoon(area.current, setTarget)), [area])
  if (target === null) return null
  return (
    <Suspense fallback={null}>
      <ProvenanceCard target={target} onClose={() => setTarget(null)} />
    </Suspense>
  )
}

/** What hears hover, focus and long press is loaded once the page is live: nobody asks before that. */
function listenSoon(area: HTMLElement, onTarget: (target: ProvenanceTarget | null) => void): () => void {
  let stop: (() => void) | undefined
  let isOver = false
  whenSettled()
    .then(() => import('./provenance-target.ts'))
    .then(
      ({ listenForProvenance }) => {
        if (!isOver) stop = listenForProvenance(area, onTarget)
      },
      () => undefined, // a part that cannot be loaded is chunk-recovery.ts's to mend
    )
  return () => {
    isOver = true
    stop?.()
  }
}
