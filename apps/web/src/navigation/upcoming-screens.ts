import { NAVIGATION_ENTRIES, type Section } from './navigation-entries.ts'

/** Screens that are not built yet, by their address below `/`. Navigation says so wherever it names them. */
export const UPCOMING_SCREENS: ReadonlyArray<readonly [path: string, title: string]> = [
  ['claw/social', 'Social'],
  ['claw/copy', 'Copy'],
  ['claw/learn', 'Learn'],
  ['learn', 'Learn'],
  ['account/tradepersona', 'Trade Persona'],
]

/** Whether the screen at `path` (`/claw/social`) comes with a later release. */
export const isUpcoming = (path: string): boolean => UPCOMING_SCREENS.some(([later]) => `/${later}` === path)

/** The first tab of `section` that is built, where its short address leads. */
export const firstBuiltOf = (section: Section): string =>
  NAVIGATION_ENTRIES.find((entry) => entry.section === section && !isUpcoming(entry.path))?.path ?? '/'
