import { create } from 'zustand'
import { readStored, removeStored, writeStored } from '../platform/storage/storage.ts'

export const THEMES = ['system', 'dark', 'light'] as const
export type Theme = (typeof THEMES)[number]
export const PALETTES = ['classic', 'swapped', 'blue-orange'] as const
export type Palette = (typeof PALETTES)[number]

// public/boot.js reads the same keys before the first paint.
const THEME_KEY = 'aerie.theme'
const PALETTE_KEY = 'aerie.palette'
const SHORTCUTS_KEY = 'aerie.shortcuts'

const oneOf = <T extends string>(values: readonly [T, ...T[]], text: string | null): T =>
  values.find((value) => value === text) ?? values[0]

type Appearance = { readonly theme: Theme; readonly palette: Palette; readonly areShortcutsOn: boolean }

export const useAppearance = create<Appearance>(() => stored())

export function chooseTheme(theme: Theme): void {
  keep(THEME_KEY, theme, 'system')
  apply({ ...useAppearance.getState(), theme })
}

export function choosePalette(palette: Palette): void {
  keep(PALETTE_KEY, palette, 'classic')
  apply({ ...useAppearance.getState(), palette })
}

export function switchShortcuts(areShortcutsOn: boolean): void {
  keep(SHORTCUTS_KEY, areShortcutsOn ? 'on' : 'off', 'on')
  apply({ ...useAppearance.getState(), areShortcutsOn })
}

export const followAppearance = (): void =>
  addEventListener('storage', (event) => {
    if (event.key === null || event.key.startsWith('aerie.')) apply(stored())
  })

function stored(): Appearance {
  return {
    theme: oneOf(THEMES, readStored(THEME_KEY)),
    palette: oneOf(PALETTES, readStored(PALETTE_KEY)),
    areShortcutsOn: readStored(SHORTCUTS_KEY) !== 'off',
  }
}

function keep(key: string, value: string, otherwise: string): void {
  if (value === otherwise) removeStored(key)
  else writeStored(key, value)
}

function apply(appearance: Appearance): void {
  useAppearance.setState(appearance)
  const page = document.documentElement.dataset
  if (appearance.theme === 'system') delete page.theme
  else page.theme = appearance.theme
  if (appearance.palette === 'classic') delete page.palette
  else page.palette = appearance.palette
}
