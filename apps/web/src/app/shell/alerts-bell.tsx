import { Bell } from 'lucide-react'
import { useId } from 'react'
import { cx } from '../../ui/cx.ts'
import { iconButtonStyle } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'

/** The way to the trade alerts; small screens have it in their bottom bar. */
export function AlertsBell() {
  const id = useId()
  return (
    <Tooltip id={id} text="Trade alerts" className="max-md:hidden">
      <Link to="/tradealerts" aria-label="Trade alerts" className={cx(iconButtonStyle)}>
        <Bell size={18} aria-hidden="true" />
      </Link>
    </Tooltip>
  )
}
