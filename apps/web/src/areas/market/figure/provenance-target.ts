import { type FigureName, figureOf } from '../../../platform/live/market/figure-text.ts'

export type ProvenanceTarget = { readonly element: HTMLElement; readonly symbol: string; readonly name: FigureName }

export const CARD_ID = 'provenance-card'
export const HOVER_DELAY_MS = 300
export const LEAVE_DELAY_MS = 120
export const LONG_PRESS_MS = 500
const PRESS_SLACK_PX = 10

type Show = (target: ProvenanceTarget | null) => void

/** Reports the figure that is hovered, focused or long-pressed; null afterwards. Moving from a figure to the card keeps it open. */
export function listenForProvenance(area: HTMLElement, show: Show): () => void {
  const ended = new AbortController()
  const { signal } = ended
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = (work: () => void, delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(work, delayMs)
  }
  listenForHover(area, show, later, signal)
  listenForLongPress(area, show, later, signal)
  const onFocus = (target: EventTarget | null) =>
    target instanceof Element && isByKeyboard(target) && later(() => show(targetOf(target)), 0)
  area.addEventListener('focusin', ({ target }) => onFocus(target), { signal })
  // Loaded late: a figure may already have the keyboard focus.
  if (area.contains(document.activeElement)) onFocus(document.activeElement)
  area.addEventListener('focusout', () => later(() => show(null), 0), { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
  return () => ended.abort()
}

type Schedule = (work: () => void, delayMs: number) => void

function listenForHover(area: HTMLElement, show: Show, later: Schedule, signal: AbortSignal): void {
  area.addEventListener(
    'pointerover',
    (event) => {
      const target = event.pointerType === 'touch' ? null : targetOf(event.target)
      if (target !== null) later(() => show(target), HOVER_DELAY_MS)
    },
    { signal },
  )
  area.addEventListener(
    'pointerout',
    (event) => {
      if (event.pointerType === 'touch' || targetOf(event.target) === null) return
      later(() => document.querySelector(`#${CARD_ID}:hover`) === null && show(null), LEAVE_DELAY_MS)
    },
    { signal },
  )
}

function listenForLongPress(area: HTMLElement, show: Show, later: Schedule, signal: AbortSignal): void {
  let start: { x: number; y: number } | null = null
  let isHeld = false
  const cancel = () => {
    if (start === null) return
    start = null
    later(() => undefined, 0)
  }
  area.addEventListener(
    'pointerdown',
    (event) => {
      isHeld = false
      const target = event.pointerType === 'touch' ? (targetOf(event.target) ?? priceOfRow(event.target)) : null
      if (target === null) return
      start = { x: event.clientX, y: event.clientY }
      later(() => {
        isHeld = true
        show(target)
      }, LONG_PRESS_MS)
    },
    { signal },
  )
  area.addEventListener('pointermove', (event) => start !== null && isFar(start, event) && cancel(), { signal })
  area.addEventListener('pointerup', () => isHeld || cancel(), { signal })
  area.addEventListener('pointercancel', cancel, { signal })
  // After a long press, the release must open neither the row nor the browser's menu.
  area.addEventListener('click', (event) => isHeld && stop(event), { signal, capture: true })
  area.addEventListener('contextmenu', (event) => isHeld && stop(event), { signal })
}

const stop = (event: Event): void => {
  event.preventDefault()
  event.stopPropagation()
}

const isFar = (from: { x: number; y: number }, to: PointerEvent): boolean =>
  Math.hypot(to.clientX - from.x, to.clientY - from.y) > PRESS_SLACK_PX

/** Only cells focused by keyboard: a click on a row does not open the card. */
const isByKeyboard = (element: Element): boolean => element.matches('td:focus-visible, th:focus-visible, dd:focus-visible')

function targetOf(node: EventTarget | null): ProvenanceTarget | null {
  if (!(node instanceof Element)) return null
  const element = node.closest<HTMLElement>('[data-figure]') ?? node.closest('td, dd')?.querySelector<HTMLElement>('[data-figure]') ?? null
  return element && asTarget(element)
}

function priceOfRow(node: EventTarget | null): ProvenanceTarget | null {
  const price = node instanceof Element ? node.closest('[data-symbol]')?.querySelector<HTMLElement>('[data-figure="price"]') : null
  return price ? asTarget(price) : null
}

function asTarget(element: HTMLElement): ProvenanceTarget | null {
  const symbol =
    element.closest<HTMLElement>('[data-symbol]')?.dataset.symbol ?? element.closest<HTMLElement>('[data-for-symbol]')?.dataset.forSymbol
  const name = figureOf(element)
  return symbol === undefined || name === undefined ? null : { element, symbol, name }
}
