import { Bell } from 'lucide-react'
import { type ComponentType, useEffect, useId, useState } from 'react'
import { useIsLoggedIn } from '../../session/session.ts'
import { iconButtonStyle } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'

/**
 * The way to the trade alerts; small screens have it in their bottom bar. What counts and lists them comes once the page is idle, for
 * whoever is logged in.
 */
export function AlertsBell() {
  const id = useId()
  const isLoggedIn = useIsLoggedIn()
  const [Loaded, setLoaded] = useState<ComponentType | null>(null)
  useEffect(() => {
    const load = () =>
      import('./user-parts.tsx').then(
        (parts) => setLoaded(() => parts.UserParts),
        () => undefined, // a part that cannot be loaded is chunk-recovery.ts's to mend
      )
    // Safari has no idle callbacks.
    if (isLoggedIn) (globalThis.requestIdleCallback ?? setTimeout)(() => void load())
  }, [isLoggedIn])
  if (isLoggedIn && Loaded !== null) return <Loaded />
  return (
    <Tooltip id={id} text="Trade alerts" className="max-md:hidden">
      <Link to="/tradealerts" aria-label="Trade alerts" className={iconButtonStyle}>
        <Bell size={18} aria-hidden="true" />
      </Link>
    </Tooltip>
  )
}
