import { useEffect, useLayoutEffect } from 'react'
import { useNavigate } from 'react-router'
import { listenForShortcuts } from '../commands/shortcuts.ts'
import { BrowserRouter } from '../lib/routing/browser-router.tsx'
import { bindNavigation } from '../navigation/navigation.ts'
import { guardNoSelect } from './no-select.ts'
import { Screens } from './screens.tsx'

/** The whole product in this window. */
export const App = () => (
  <BrowserRouter>
    <Bindings />
    <Screens />
  </BrowserRouter>
)

/** Joins the router, the keyboard and the clipboard guard to the page. */
function Bindings() {
  const navigate = useNavigate()
  useEffect(() => bindNavigation((path, options) => void navigate(path, options)), [navigate])
  // Before the first rows are painted: who sees them may press a key.
  useLayoutEffect(() => listenForShortcuts(document), [])
  useEffect(() => guardNoSelect(document), [])
  return null
}
