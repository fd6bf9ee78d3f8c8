import { Link, useLocation } from 'react-router'
import { isAt, isShown, NAVIGATION_ENTRIES, sectionOf } from '../../navigation/navigation-entries.ts'
import { useSession } from '../../session/session.ts'
import { cx } from '../../ui/cx.ts'

/** Tabs of the current section in the header. */
export function SubNavigation() {
  const { pathname } = useLocation()
  const user = useSession((state) => state.user)
  const section = sectionOf(pathname)
  if (section === null) return null
  const entries = NAVIGATION_ENTRIES.filter((entry) => entry.section === section && isShown(entry, user))
  return (
    <nav aria-label={section} className="hidden h-full min-w-0 md:block">
      <ul className="flex h-full items-stretch overflow-x-auto [scrollbar-width:none]">
        {entries.map((entry) => (
          <li key={entry.path} className="flex">
            <Link
              to={entry.path}
              aria-current={isAt(entry, pathname) ? 'page' : undefined}
              className={cx(
                'flex items-center whitespace-nowrap border-b-2 px-3 text-13 font-medium transition-colors-fast focus-visible:-outline-offset-2',
                isAt(entry, pathname) ? 'border-accent text-ink-1' : 'border-transparent text-ink-2 hover:text-ink-1',
              )}
            >
              {entry.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
