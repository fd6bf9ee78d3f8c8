import { useLocation } from 'react-router'
import { isAt, isShown, PLACES, sectionOf } from '../../navigation/places.ts'
import { useSession } from '../../session/session.ts'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/link.tsx'

/** The places of the section one is in, as tabs across the header. */
export function SubNavigation() {
  const { pathname } = useLocation()
  const user = useSession((state) => state.user)
  const section = sectionOf(pathname)
  if (section === null) return null
  const places = PLACES.filter((place) => place.section === section && isShown(place, user))
  return (
    <nav aria-label={section} className="hidden h-full min-w-0 md:block">
      <ul className="flex h-full items-stretch overflow-x-auto [scrollbar-width:none]">
        {places.map((place) => (
          <li key={place.path} className="flex">
            <Link
              to={place.path}
              aria-current={isAt(place, pathname) ? 'page' : undefined}
              className={cx(
                'flex items-center whitespace-nowrap border-b-2 px-3 text-13 font-medium transition-colors-fast focus-visible:-outline-offset-2',
                isAt(place, pathname) ? 'border-accent text-ink-1' : 'border-transparent text-ink-2 hover:text-ink-1',
              )}
            >
              {place.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
