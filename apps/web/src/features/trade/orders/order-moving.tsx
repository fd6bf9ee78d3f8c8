import { Suspense } from 'react'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { useMoving } from '../../../trading/moves/moving.ts'

const MovePreviewBox = lazyPart(() => import('./move-preview-box.tsx'), 'MovePreviewBox')
const MoveQuestion = lazyPart(() => import('./move-question.tsx'), 'MoveQuestion')

/** What a move in hand would change, and the question before one that trades at once; loaded with the first move. */
export function OrderMoving() {
  const isMoving = useMoving(({ moving }) => moving !== null)
  if (!isMoving) return null
  return (
    <Suspense fallback={null}>
      <MovePreviewBox isPreferred />
      <MoveQuestion by="line" />
    </Suspense>
  )
}
