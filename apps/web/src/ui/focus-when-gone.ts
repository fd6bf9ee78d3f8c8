const CONTROL = ':is(button, input, select, textarea, a[href], [tabindex="0"]):not(:disabled)'
/** Containers that are not removed with their content: the search stops here. */
const FRAME = 'dialog, [data-kind], [data-focus-target]'
/** Rows. When one is removed, the row in its place takes the focus, not its buttons: the next key press must not do the same to it. */
const ROW = '[data-focus-row]'
/** Takes the focus when no row is left, instead of the frame. */
const INSTEAD = '[data-focus-instead]'
/** On a dialog opened by a shortcut of the page: after it the next key must reach the page again, not a control. */
export const OPENED_WITHOUT_FOCUS = 'data-opened-without-focus'

/**
 * Moves the focus of a control that was removed or disabled, unless something else took it: to the same control of the entry that follows,
 * else to the nearest control, else to the dialog, slot or page. Otherwise a keyboard user would start again at the top of the page.
 */
export function returnLostFocus(page: Document): () => void {
  let focused: Element | null = null
  const isLost = (element: Element) => !element.isConnected || element.matches(':disabled')
  const note = ({ target }: Event) => {
    focused = target instanceof Element ? target : null
  }
  // A removed element loses the focus too, but is gone by the time this is checked.
  const forgetIfLeft = () =>
    queueMicrotask(() => {
      if (focused !== null && !isLost(focused) && page.activeElement === page.body) focused = null
    })
  const observer = new MutationObserver((changes) => {
    const lost = focused
    if (lost === null || !isLost(lost)) return
    focused = null
    const goneIn = ({ target, removedNodes }: MutationRecord) =>
      target === lost ? lost : [...removedNodes].find((node) => node instanceof Element && node.contains(lost))
    const change = changes.find((each) => goneIn(each) !== undefined)
    const gone = change && goneIn(change)
    // A browser may leave the focus on a disabled control until it renders.
    if (page.activeElement !== page.body && page.activeElement !== lost) return
    if (gone instanceof Element && lost.closest(`[${OPENED_WITHOUT_FOCUS}]`) === null) successorOf(lost, gone, change)?.focus()
  })
  page.addEventListener('focusin', note)
  page.addEventListener('focusout', forgetIfLeft)
  observer.observe(page, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    page.removeEventListener('focusin', note)
    page.removeEventListener('focusout', forgetIfLeft)
    observer.disconnect()
  }
}

function successorOf(lost: Element, gone: Element, change: MutationRecord | undefined): HTMLElement | null {
  const list = gone === lost && lost.isConnected ? lost.parentElement : change?.target
  if (!(list instanceof Element)) return null
  const frame = list.closest<HTMLElement>(FRAME)
  // A page that is removed entirely is a change of route, which focuses the new page.
  if (frame === null || list.tagName === 'MAIN') return null
  const { nextSibling = null } = change ?? {}
  const next = nextSibling instanceof CharacterData ? nextSibling.nextElementSibling : (nextSibling as Element | null)
  const follower = next?.parentElement === list ? next : null
  const row = lost.closest(ROW)
  if (row !== null && gone.contains(row)) return rowAt(list, follower) ?? frame.querySelector<HTMLElement>(INSTEAD) ?? frame
  const entry = follower ?? list.lastElementChild
  const entryControls = entry === null ? [] : controlsOf(entry)
  const place = Math.max(0, controlsOf(gone).indexOf(lost as HTMLElement))
  return entryControls[place] ?? entryControls.at(-1) ?? nearestControl(entry ?? list, frame) ?? frame
}

/** The row at `follower` or after it, else the last one: itself, or its first control if it takes no focus. */
function rowAt(list: Element, follower: Element | null): HTMLElement | undefined {
  const rows = [...list.querySelectorAll<HTMLElement>(ROW)]
  const isAfter = (row: Element) =>
    follower !== null && (row === follower || (follower.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
  const row = rows.find(isAfter) ?? rows.at(-1)
  return row === undefined || row.hasAttribute('tabindex') ? row : controlsOf(row)[0]
}

/** The last control before `place` in the closest part of `frame` that has controls, else the first after it. */
function nearestControl(place: Element, frame: HTMLElement): HTMLElement | undefined {
  for (let part = place.parentElement; part !== null && frame.contains(part); part = part.parentElement) {
    const controls = controlsOf(part)
    const before = controls.findLast((control) => (control.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
    const found = before ?? controls[0]
    if (found !== undefined) return found
  }
  return undefined
}

const controlsOf = (part: Element): readonly HTMLElement[] =>
  [part, ...part.querySelectorAll(CONTROL)].filter(
    (element): element is HTMLElement => element instanceof HTMLElement && element.matches(CONTROL) && !isHidden(element),
  )

/** Nothing is visible any more in a part that was removed. */
const isHidden = (element: Element): boolean => element.isConnected && (!element.checkVisibility() || element.closest('[inert]') !== null)
