import { Suspense, useEffect } from 'react'
import { lazyPart } from '../../../platform/browser/lazy-part.ts'
import { closeTour, useTour } from '../../../platform/navigation/navigation.ts'
import { useSession } from '../../../platform/session/session.ts'
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx'

const Tour = lazyPart(async () => (await import('./tour.tsx')).Tour)

/** Closes on log-out, so that the next user does not see it. */
export function TourHost() {
  const isOpen = useTour((state) => state.isOpen)
  useEffect(
    () => useSession.subscribe(({ user }, { user: before }) => before !== null && user?.user_id !== before.user_id && closeTour()),
    [],
  )
  if (!isOpen) return null
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <Tour onClose={closeTour} />
      </Suspense>
    </ErrorBoundary>
  )
}
