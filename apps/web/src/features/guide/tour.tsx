import { GUIDE } from '../../documents/document-specs.ts'
import './tour.css'
import { itemAt } from '@aerie/core/item-at'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useDocument } from '../../documents/use-document.ts'
import { useTour } from '../../navigation/tour.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { pointAt } from './point-at.ts'
import { STEPS } from './tour-steps.ts'

/** The tour: five steps beside the parts of the page they are about. Kept with the user, so that it comes once. */
export function Tour({ onClose }: { readonly onClose: () => void }) {
  const { value, state, change } = useDocument(GUIDE)
  const [isAskedFor] = useState(() => useTour.getState().isAskedFor)
  const [hasBegun, setBegun] = useState(false)
  const isReady = state === 'ready'
  const isOver = value?.tour === 'ended'
  useEffect(() => {
    if (state === 'failed') onClose()
    if (!isReady || hasBegun) return
    setBegun(true)
    if (isOver && !isAskedFor) onClose()
    else change((old) => ({ tour: 'running', step: old.tour === 'running' ? old.step : 0 }))
  }, [state, isReady, hasBegun, isOver, isAskedFor, change, onClose])
  // Left in another window.
  useEffect(() => {
    if (hasBegun && isOver && !isAskedFor) onClose()
  }, [hasBegun, isOver, isAskedFor, onClose])
  if (!hasBegun || isOver || value === null) return null
  const leave = () => {
    change((old) => ({ ...old, tour: 'ended' }))
    onClose()
  }
  return <Step at={value.step} takesFocus={isAskedFor} onStep={(step) => change((old) => ({ ...old, step }))} onLeave={leave} />
}

type StepProps = {
  readonly at: number
  readonly takesFocus: boolean
  readonly onStep: (at: number) => void
  readonly onLeave: () => void
}

function Step({ at, takesFocus, onStep, onLeave }: StepProps) {
  const id = useId()
  const card = useRef<HTMLDivElement>(null)
  const { title, text, keys, points, open } = itemAt(STEPS, at)
  const isLast = at === STEPS.length - 1
  useLayoutEffect(() => {
    const shown = card.current
    if (shown === null) return
    if (!shown.matches(':popover-open')) shown.showPopover()
    return pointAt(shown, points)
  }, [points])
  useEffect(() => {
    // Offered to somebody new, it comes with a page where nothing has the focus yet but its content as a whole. Else Tab would come to it after the whole page.
    const isFree = document.activeElement === document.body || document.activeElement?.id === 'content'
    if (takesFocus || isFree) card.current?.focus()
  }, [takesFocus])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onLeave()
  }
  return (
    <div ref={card} popover="manual" role="dialog" aria-labelledby={`${id}-title`} tabIndex={-1} onKeyDown={onKeyDown} className="tour">
      <div className="flex items-center justify-between gap-2">
        <p className="num text-12 text-ink-3">{`Step ${at + 1} of ${STEPS.length}`}</p>
        <IconButton label="Leave the tour" onClick={onLeave}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      </div>
      <div role="status" className="flex flex-col gap-1">
        <h2 id={`${id}-title`} className="font-semibold text-15 text-ink-1">
          {title}
        </h2>
        <p className="text-13 text-ink-2">{text}</p>
        {keys !== null && <p className="tour-keys text-13 text-ink-2">{keys}</p>}
        {isLast && <p className="text-12 text-ink-2">You can take the tour again from search: “Take the tour”.</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {at > 0 && <Button onClick={() => onStep(at - 1)}>Back</Button>}
        {open !== null && (
          <ButtonLink to={open.to} {...(isLast && { onClick: onLeave })}>
            {open.words}
          </ButtonLink>
        )}
        <Button variant="primary" onClick={() => (isLast ? onLeave() : onStep(at + 1))}>
          {isLast ? 'Finish' : 'Next'}
        </Button>
      </div>
    </div>
  )
}
