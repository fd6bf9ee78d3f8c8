import { displayName } from '@aerie/wire/account/accounts'
import { ChevronDown, SunMoon, UserRound } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { isAt, isShown, NAVIGATION_ENTRIES, type NavigationEntry, sectionOf } from '../../../platform/navigation/navigation-entries.ts'
import { useSession } from '../../../platform/session/session.ts'
import { iconButtonStyle } from '../../../ui/controls/button.tsx'

export function AccountButton(props: ComponentProps<'button'>) {
  const user = useSession((state) => state.user)
  return (
    <button type="button" data-early="account" {...props} aria-label="Account menu" title={displayName(user)} className={iconButtonStyle}>
      <UserRound size={18} aria-hidden="true" />
    </button>
  )
}

export const AppearanceButton = (props: ComponentProps<'button'>) => (
  <button type="button" data-early="appearance" {...props} aria-label="Appearance" title="Appearance" className={iconButtonStyle}>
    <SunMoon size={18} aria-hidden="true" />
  </button>
)

type SectionButtonProps = { readonly title: string; readonly menu: ComponentProps<'button'> }

export const SectionButton = ({ title, menu }: SectionButtonProps) => (
  <button
    type="button"
    data-early="sections"
    {...menu}
    className="inline-flex min-h-8 min-w-0 items-center gap-1 rounded-md px-1 font-semibold text-13 text-ink-1 hover:bg-surface-3 pointer-coarse:min-h-11"
  >
    <span className="truncate">{title}</span>
    <ChevronDown size={16} className="shrink-0" aria-hidden="true" />
  </button>
)

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
