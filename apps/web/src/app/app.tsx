import { useEffect, useLayoutEffect, useState } from 'react'
import { createBrowserRouter, useNavigate } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { listenForShortcuts } from '../commands/shortcuts.ts'
import { bindNavigation, MOVED } from '../navigation/navigation.ts'
import { guardNoSelect } from './no-select.ts'
import { Screens } from './screens.tsx'

/** The whole product in this window. */
export function App() {
  const [router] = useState(() => {
    const made = createBrowserRouter([{ path: '*', Component: Page }])
    // Before React renders the new address: mirrored windows need not wait for this one to draw it.
    made.subscribe(() => dispatchEvent(new Event(MOVED)))
    return made
  })
  return <RouterProvider router={router} />
}

/** Joins the router, the keyboard and the clipboard guard to the page, and lets boot.js make an early press again. */
function Page() {
  const navigate = useNavigate()
  useEffect(() => bindNavigation((path, options) => void navigate(path, options)), [navigate])
  // Before the first rows are painted, because a key may be pressed as soon as they are visible.
  useLayoutEffect(() => listenForShortcuts(document), [])
  useEffect(() => guardNoSelect(document), [])
  useLayoutEffect(() => void dispatchEvent(new Event('aerie-ready')), [])
  return <Screens />
}
