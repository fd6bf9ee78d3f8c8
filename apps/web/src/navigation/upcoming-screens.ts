/** Screens that later releases bring, by their address below `/`. The hub says so where it names them. */
export const UPCOMING_SCREENS: ReadonlyArray<readonly [path: string, title: string]> = [
  ['claw/posttrade', 'Post-trade'],
  ['claw/social', 'Social'],
  ['claw/copy', 'Copy'],
  ['claw/learn', 'Learn'],
  ['learn', 'Learn'],
  ['tradealerts', 'Trade Alerts'],
  ['account/details', 'Details'],
  ['account/tradepersona', 'Trade Persona'],
  ['account/account', 'Account'],
  ['account/apex', 'Apex'],
]

/** Whether the screen at `path` (`/claw/social`) comes with a later release. */
export const isUpcoming = (path: string): boolean => UPCOMING_SCREENS.some(([later]) => `/${later}` === path)
