import { useAppearanceItems } from '../../../ui/appearance-items.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { AppearanceButton } from './menu-buttons.tsx'

export function AppearanceChoices() {
  const items = useAppearanceItems()
  return <Menu label="Appearance" items={items} startsOpen trigger={(props) => <AppearanceButton {...props} />} />
}
