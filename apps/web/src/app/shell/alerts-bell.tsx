import { Bell } from 'lucide-react'
import { Suspense, useId } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useIsLoggedIn } from '../../session/session.ts'
import { iconButtonStyle } from '../../ui/controls/icon-button.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'

/** Comes once the page is idle. Safari has no idle callbacks. */
const UserParts = lazyPart(async () => {
  await new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve))
  return (await import('./user-parts.tsx')).UserParts
})

/** The way to the trade alerts; what counts and lists them comes later, for whoever is logged in. */
export function AlertsBell() {
  const plain = <PlainBell />
  return useIsLoggedIn() ? (
    <Suspense fallback={plain}>
      <UserParts />
    </Suspense>
  ) : (
    plain
  )
}

/** Small screens have the alerts in their bottom bar. */
function PlainBell() {
  const id = useId()
  return (
    <Tooltip id={id} text="Trade alerts" className="max-md:hidden">
      <Link to="/tradealerts" aria-label="Trade alerts" className={iconButtonStyle}>
        <Bell size={18} aria-hidden="true" />
      </Link>
    </Tooltip>
  )
}
