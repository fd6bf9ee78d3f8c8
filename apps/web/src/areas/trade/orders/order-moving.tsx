import { useMoving } from '../../trading/index.ts'
import { MovePreviewBox } from './move-preview-box.tsx'
import { MoveQuestion } from './move-question.tsx'

/** Loaded with the first move. */
export function OrderMoving() {
  const isMoving = useMoving(({ moving }) => moving !== null)
  if (!isMoving) return null
  return (
    <>
      <MovePreviewBox isPreferred />
      <MoveQuestion by="line" />
    </>
  )
}
