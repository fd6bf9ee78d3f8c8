import { SunMoon } from 'lucide-react'
import { useAppearanceItems } from '../../ui/appearance-items.tsx'
import { iconButtonStyle } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'

/** Theme and price colours. On small screens they are under More. */
export function AppearanceMenu() {
  const items = useAppearanceItems()
  return (
    <span className="hidden md:inline-flex">
      <Menu
        label="Appearance"
        items={items}
        trigger={(props) => (
          <button type="button" {...props} aria-label="Appearance" title="Appearance" className={iconButtonStyle}>
            <SunMoon size={18} aria-hidden="true" />
          </button>
        )}
      />
    </span>
  )
}
