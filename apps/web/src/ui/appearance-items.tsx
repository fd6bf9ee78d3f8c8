import { Monitor, Moon, Sun } from 'lucide-react'
import { choosePalette, chooseTheme, useAppearance } from '../lib/appearance.ts'
import type { MenuItem } from './overlays/menu.tsx'
import * as WORDS from './ui-words.ts'

/** The choices of theme and price colours, as entries of a menu. */
export function useAppearanceItems(): readonly MenuItem[] {
  const { theme, palette } = useAppearance()
  return [
    { id: 'dark', label: WORDS.dark, icon: <Moon size={16} />, isChosen: theme === 'dark', onSelect: () => chooseTheme('dark') },
    { id: 'light', label: WORDS.light, icon: <Sun size={16} />, isChosen: theme === 'light', onSelect: () => chooseTheme('light') },
    {
      id: 'system',
      label: WORDS.system,
      icon: <Monitor size={16} />,
      isChosen: theme === 'system',
      onSelect: () => chooseTheme('system'),
    },
    {
      id: 'classic',
      label: WORDS.greenUpRed,
      startsGroup: true,
      isChosen: palette === 'classic',
      onSelect: () => choosePalette('classic'),
    },
    { id: 'swapped', label: WORDS.redUpGreen, isChosen: palette === 'swapped', onSelect: () => choosePalette('swapped') },
    { id: 'blue-orange', label: WORDS.blueUpOrange, isChosen: palette === 'blue-orange', onSelect: () => choosePalette('blue-orange') },
  ]
}
