import { ChevronDown } from 'lucide-react'
import { useLocation } from 'react-router'
import { isAt, isShown, NAVIGATION_ENTRIES, sectionOf } from '../../navigation/navigation-entries.ts'
import { useSession } from '../../session/session.ts'
import { Menu } from '../../ui/menu.tsx'

/** On small screens the tabs of the section fold into one dropdown that names the place one is at. */
export function MobileNavigation() {
  const { pathname } = useLocation()
  const user = useSession((state) => state.user)
  const section = sectionOf(pathname)
  if (section === null) return null
  const entries = NAVIGATION_ENTRIES.filter((entry) => entry.section === section && isShown(entry, user))
  const here = entries.find((entry) => isAt(entry, pathname))
  return (
    <nav aria-label={`${section} sections`} className="min-w-0 md:hidden">
      <Menu
        label={section}
        align="start"
        items={entries.map((entry) => ({ id: entry.path, label: entry.title, to: entry.path, isChosen: entry === here }))}
        trigger={(props) => (
          <button
            type="button"
            {...props}
            className="inline-flex min-h-8 min-w-0 items-center gap-1 rounded-md px-1 font-semibold text-13 text-ink-1 hover:bg-surface-3 pointer-coarse:min-h-11"
          >
            <span className="truncate">{here?.title ?? section}</span>
            <ChevronDown size={16} className="shrink-0" aria-hidden="true" />
          </button>
        )}
      />
    </nav>
  )
}
