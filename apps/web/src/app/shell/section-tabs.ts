import { useLocation } from 'react-router'
import { isAt, isShown, NAVIGATION_ENTRIES, type NavigationEntry, sectionOf } from '../../platform/navigation/navigation-entries.ts'
import { useSession } from '../../platform/session/session.ts'

type SectionTabs = {
  readonly section: string
  readonly title: string
  readonly entries: readonly NavigationEntry[]
  readonly here?: NavigationEntry | undefined
}

export function useSectionTabs(): SectionTabs | null {
  const { pathname } = useLocation()
  const user = useSession((state) => state.user)
  const section = sectionOf(pathname)
  if (section === null) return null
  const entries = NAVIGATION_ENTRIES.filter((entry) => entry.section === section && isShown(entry, user))
  const here = entries.find((entry) => isAt(entry, pathname))
  return { section, title: here?.title ?? section, entries, here }
}
