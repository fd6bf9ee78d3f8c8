import { GUIDE } from '../../../platform/documents/document-specs.ts'
import './tour.css'
import { itemAt } from '@aerie/core/item-at'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useDocument } from '../../../platform/documents/use-document.ts'
import { useTour } from '../../../platform/navigation/navigation.ts'
import { Button, ButtonLink, IconButton } from '../../../ui/controls/button.tsx'

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
  // Closed in another window.
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
    // Take focus only if nothing but the page content has it; otherwise Tab would reach the tour last.
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
          <ButtonLink to={open.to} {...(isLast && { variant: 'primary', onClick: onLeave })}>
            {open.text}
          </ButtonLink>
        )}
        <Button variant={isLast ? 'secondary' : 'primary'} onClick={() => (isLast ? onLeave() : onStep(at + 1))}>
          {isLast ? 'Finish' : 'Next'}
        </Button>
      </div>
    </div>
  )
}

type TourStep = {
  readonly title: string
  readonly text: string
  /** Keyboard hint; null or omitted on touch screens. */
  readonly keys: string | null
  readonly points: string
  readonly open: { readonly to: string; readonly text: string } | null
}

/** Length must equal `TOUR_STEPS` of the API. */
export const STEPS: readonly TourStep[] = [
  // Small screens have the search under More, in the bottom bar.
  {
    title: 'Find anything',
    text: 'Search coins, screens and commands.',
    keys: 'On a keyboard, press Ctrl+K (Cmd+K on a Mac), or ? for all shortcuts.',
    points: ':is(header [aria-keyshortcuts], nav button)[aria-haspopup="dialog"]',
    open: null,
  },
  {
    title: 'Look at a coin',
    text: 'Each coin has its chart, order book and a forecast with its track record.',
    keys: null,
    points: 'nav a[href="/currencies/BTC"]',
    open: { to: '/currencies/BTC', text: 'Open Currencies' },
  },
  {
    title: 'Trade on paper',
    text: 'You have 10,000 USDC of simulated money. Orders are filled against the order book you see.',
    keys: null,
    points: 'nav a[href="/claw/trade"]',
    open: { to: '/claw/trade', text: 'Open Trade' },
  },
  {
    title: 'Let alerts watch',
    text: 'Set alerts on prices, volatility, forecasts and your own positions. They reach you here, and by the channels you choose.',
    keys: null,
    points: 'header a[href="/tradealerts"], nav a[href="/tradealerts"]',
    open: { to: '/tradealerts', text: 'Open Trade Alerts' },
  },
  {
    title: 'Your first paper trade',
    text: 'The first lesson takes about three minutes, from here to a trade in your journal.',
    keys: null,
    points: 'nav a[href="/claw"]',
    open: { to: '/claw/learn?lesson=first-trade', text: 'Start the first lesson' },
  },
]

const GAP_PX = 10
const EDGE_PX = 12

/** Places the card beside its target and highlights it; bottom centre if off screen. Follows resizes. @returns removes the highlight */
export function pointAt(card: HTMLElement, selector: string): () => void {
  let marked: Element | null = null
  const place = () => {
    marked?.removeAttribute('data-tour')
    // Excludes the card's own link to the same page.
    marked = [...document.querySelectorAll(selector)].find((one) => isOnScreen(one) && !card.contains(one)) ?? null
    marked?.setAttribute('data-tour', '')
    const { left, top } = positionOf(card.getBoundingClientRect(), marked?.getBoundingClientRect())
    card.style.left = `${left}px`
    card.style.top = `${top}px`
  }
  place()
  addEventListener('resize', place)
  return () => {
    removeEventListener('resize', place)
    marked?.removeAttribute('data-tour')
  }
}

const isOnScreen = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0
}

type Position = { readonly left: number; readonly top: number }
type Size = { readonly width: number; readonly height: number }
/** From this width there is space beside the main content. */
const WIDE_PX = 768

/** Right of a target at the left edge, above one at the bottom, else below; clamped to the viewport. */
function positionOf({ width, height }: Size, at: DOMRect | undefined): Position {
  const [right, bottom] = [innerWidth - EDGE_PX - width, innerHeight - EDGE_PX - height]
  // Above the bottom bar of small screens.
  if (at === undefined) return { left: Math.max(EDGE_PX, right / 2), top: Math.max(EDGE_PX, bottom - 64) }
  const below = at.bottom + GAP_PX
  const isLeft = at.right < innerWidth / 4
  const wanted = isLeft
    ? { left: at.right + GAP_PX, top: at.top }
    : { left: at.left + at.width / 2 - width / 2, top: below > bottom ? at.top - GAP_PX - height : below }
  const beside = { left: within(wanted.left, right), top: within(wanted.top, bottom) }
  if (innerWidth < WIDE_PX) return beside
  const aligned = isLeft ? [] : [at.right - width, at.left].map((left) => ({ ...beside, left: within(left, right) }))
  return freest({ width, height }, [beside, ...aligned, { left: right, top: bottom }, { left: EDGE_PX, top: bottom }])
}

/** First of the places that cover the fewest controls. */
function freest({ width, height }: Size, positions: readonly [Position, ...Position[]]): Position {
  const controls = [...document.querySelectorAll('main :is(a, button, input, select, textarea)')].map((one) => one.getBoundingClientRect())
  const covered = ({ left, top }: Position): number =>
    controls.filter((one) => one.width > 0 && one.left < left + width && one.right > left && one.top < top + height && one.bottom > top)
      .length
  return positions.reduce((best, place) => (covered(place) < covered(best) ? place : best))
}

const within = (wanted: number, most: number): number => Math.max(EDGE_PX, Math.min(wanted, most))
