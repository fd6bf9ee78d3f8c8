import { type RefObject, Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../../platform/browser/lazy-part.ts'
import { whenSettled } from '../../../platform/live/socket/when-settled.ts'
import type { ProvenanceTarget } from './provenance-target.ts'

const ProvenanceCard = lazyPart(async () => (await import('./provenance-card.tsx')).ProvenanceCard)

type ProvenanceHostProps = { readonly area: RefObject<HTMLElement | null> }

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

function listenSoon(area: HTMLElement, onTarget: (target: ProvenanceTarget | null) => void): () => void {
  let stop: (() => void) | undefined
  let isOver = false
  whenSettled()
    .then(() => import('./provenance-target.ts'))
    .then(
      ({ listenForProvenance }) => {
        if (!isOver) stop = listenForProvenance(area, onTarget)
      },
      () => undefined, // chunk-recovery.ts handles a failed import
    )
  return () => {
    isOver = true
    stop?.()
  }
}
