import { Menu } from '../../ui/overlays/menu.tsx'
import { SectionButton, useSectionTabs } from './menus/menu-buttons.tsx'

export function SectionChoices() {
  const tabs = useSectionTabs()
  if (tabs === null) return null
  return (
    <Menu
      label={tabs.section}
      align="start"
      startsOpen
      items={tabs.entries.map((entry) => ({ id: entry.path, label: entry.title, to: entry.path, isChosen: entry === tabs.here }))}
      trigger={(props) => <SectionButton title={tabs.title} menu={props} />}
    />
  )
}
