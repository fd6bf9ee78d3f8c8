import { Monitor, Moon, Sun } from 'lucide-react'
import { choosePalette, chooseTheme, useAppearance } from './appearance.ts'
import type { MenuItem } from './overlays/menu.tsx'

export function useAppearanceItems(): readonly MenuItem[] {
  const { theme, palette } = useAppearance()
  return [
    { id: 'dark', label: 'Dark', icon: <Moon size={16} />, isChosen: theme === 'dark', onSelect: () => chooseTheme('dark') },
    { id: 'light', label: 'Light', icon: <Sun size={16} />, isChosen: theme === 'light', onSelect: () => chooseTheme('light') },
    {
      id: 'system',
      label: 'System',
      icon: <Monitor size={16} />,
      isChosen: theme === 'system',
      onSelect: () => chooseTheme('system'),
    },
    {
      id: 'classic',
      label: 'Green up, red down',
      startsGroup: true,
      isChosen: palette === 'classic',
      onSelect: () => choosePalette('classic'),
    },
    { id: 'swapped', label: 'Red up, green down', isChosen: palette === 'swapped', onSelect: () => choosePalette('swapped') },
    { id: 'blue-orange', label: 'Blue up, orange down', isChosen: palette === 'blue-orange', onSelect: () => choosePalette('blue-orange') },
  ]
}
