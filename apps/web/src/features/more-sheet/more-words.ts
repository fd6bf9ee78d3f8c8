/** Every sentence of the sheet behind More in the bottom bar. */
export const MORE_WORDS = {
  title: 'More',
  appearance: 'Appearance',
  palette: 'Search and commands',
} as const
