import { LateMenu } from './menus/late-menu.tsx'
import { SectionButton } from './section-button.tsx'
import { useSectionTabs } from './section-tabs.ts'

const load = () => import('./section-choices.tsx').then(({ SectionChoices }) => SectionChoices)

/** On small screens the tabs of the section fold into one dropdown that names the place one is at. */
export function MobileNavigation() {
  const tabs = useSectionTabs()
  if (tabs === null) return null
  return (
    <nav aria-label={`${tabs.section} sections`} className="min-w-0 md:hidden">
      <LateMenu trigger={(props) => <SectionButton title={tabs.title} menu={props} />} load={load} />
    </nav>
  )
}
