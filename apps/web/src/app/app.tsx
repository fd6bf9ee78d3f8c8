import { useEffect, useLayoutEffect, useState } from 'react'
import { createBrowserRouter, useNavigate } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { bindNavigation, MOVED } from '../platform/navigation/navigation.ts'
import { returnLostFocus } from '../ui/focus-when-gone.ts'
import { Screens } from './screens.tsx'
import { listenForShortcuts } from './shortcuts/shortcuts.ts'

export function App() {
  const [router] = useState(() => {
    const made = createBrowserRouter([{ path: '*', Component: Page }])
    // Before React renders the new address: mirrored windows need not wait for this one's render.
    made.subscribe(() => dispatchEvent(new Event(MOVED)))
    return made
  })
  return <RouterProvider router={router} />
}

function Page() {
  const navigate = useNavigate()
  useEffect(() => bindNavigation((path, options) => void navigate(path, options)), [navigate])
  // Before the first rows are painted: a key may be pressed as soon as they are visible.
  useLayoutEffect(() => listenForShortcuts(document), [])
  useEffect(() => guardNoSelect(document), [])
  useEffect(() => returnLostFocus(document), [])
  useLayoutEffect(() => void dispatchEvent(new Event('aerie-ready')), [])
  return <Screens />
}

const MARKED = '[no-select], [data-no-select]'
const EVENTS = ['selectstart', 'copy', 'cut', 'dragstart', 'mousedown'] as const

/** `no-select` blocks selection, copy, cut and drag unless its value is false. The nearest marker decides; form fields still work. */
export function guardNoSelect(root: Document): () => void {
  const block = (event: Event) => {
    if (isBlocked(event.target)) event.preventDefault()
  }
  for (const name of EVENTS) root.addEventListener(name, block)
  return () => {
    for (const name of EVENTS) root.removeEventListener(name, block)
  }
}

function isBlocked(target: EventTarget | null): boolean {
  const element = target instanceof Element ? target : target instanceof Node ? target.parentElement : null
  if (element === null || element.closest('input, textarea, select, option, [contenteditable]:not([contenteditable="false"])')) return false
  const marked = element.closest(MARKED)
  if (marked === null) return false
  return (marked.getAttribute('no-select') ?? marked.getAttribute('data-no-select')) !== 'false'
}
